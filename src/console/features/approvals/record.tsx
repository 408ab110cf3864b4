import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useState, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useApproval, useApprovalDecision } from '#console/api/approvals.ts';
import type { CallError } from '#console/api/errors.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { ApprovalDecision, ApprovalPayment, ApprovalRecord } from '#contract/approvals.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { ReasonDialog } from '#kit/form/reason-dialog.tsx';
import { Figure, Figures } from '#kit/ui/figures.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { Section } from '#kit/ui/section.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { sumOf } from '#kit/ui/sums.ts';
import { weekdayText } from '#rules/day-text.ts';
import { ChangeDetails } from './change.tsx';
import { KnownPayeeLists } from './known-payees.tsx';
import { HeldPayments } from './payments.tsx';
import {
  decidedText,
  paymentKey,
  maxReason,
  sentOutcomeText,
  payoutCountText,
  preparedText,
  problemOfDecision,
  approvalTitle,
  unusualAccounts,
} from './texts.ts';

function Decided({ approval, isBusy, onWithdraw }: { approval: ApprovalRecord; isBusy: boolean; onWithdraw(): void }) {
  const released = approval.Payments.filter((it) => it.PaymentStatus === 'SCHEDULED');
  if (!approval.MayDecide || approval.Decision !== 'RELEASED' || released.length === 0) return null;
  return (
    <SaveButton variant="outlined" isSaving={isBusy} onClick={onWithdraw}>
      {`Take back the release of ${released.length}`}
    </SaveButton>
  );
}

function Figured({ approval, staying }: { approval: ApprovalRecord; staying: readonly ApprovalPayment[] }) {
  const isWaiting = staying.length > 0;
  const shown = isWaiting ? staying : approval.Payments;
  const amounts = shown.map((it) => it.PaymentAmount);
  const days = shown.map((it) => it.PaymentDate).toSorted();
  const held = shown.filter((it) => it.HeldUntil !== null).length;
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return (
    <Figures label="Key facts">
      <Figure
        label={isWaiting ? 'To release' : 'Prepared'}
        value={<MoneyText cents={sumOf(amounts)} isLarge />}
        note={payoutCountText(shown.length)}
        isLarge
      />
      <Figure
        label="Payment date"
        value={weekdayText(first)}
        note={first.slice(0, 10) === last.slice(0, 10) ? null : `to ${weekdayText(last)}`}
      />
      <Figure label="Largest" value={<MoneyText amount={Math.max(...amounts)} />} note={null} />
      <Figure
        label="New or changed accounts"
        value={unusualAccounts(shown)}
        note={held > 0 ? `${payoutCountText(held)} held first` : null}
      />
    </Figures>
  );
}

function useDecide({ ApprovalSequence }: ApprovalRecord) {
  const [, setOpen] = useSearchParam('open');
  const decision = useApprovalDecision(ApprovalSequence);
  const decide = (given: ApprovalDecision) =>
    decision.mutateAsync(given).then(
      // It stays open, and shows what was decided.
      () => setOpen(String(ApprovalSequence)),
      (error: CallError) => {
        throw new Error(problemOfDecision(error));
      },
    );
  const quietly = (given: ApprovalDecision) => void decide(given).catch(() => undefined);
  return { decision, decide, quietly };
}

const aboutOf = (approval: ApprovalRecord, isWaiting: boolean) =>
  [
    preparedText(approval),
    decidedText(approval),
    sentOutcomeText(approval),
    approval.ReturnReason && `“${approval.ReturnReason}”`,
    approval.IsOwn && isWaiting && 'Another person must release it',
  ]
    .filter(Boolean)
    .join('. ');

/** A change, or a list of known payees: released or sent back as a whole. */
function WholeRecord({ approval, children }: { approval: ApprovalRecord; children: ReactNode }) {
  const { decision, decide, quietly } = useDecide(approval);
  const [isReturning, setReturning] = useState(false);
  const isWaiting = approval.Decision === null;
  const { Digest, MayDecide, Outcome, IsUnread } = approval;
  return (
    <Section
      title={approvalTitle(approval)}
      actions={
        isWaiting && MayDecide ? (
          <Stack direction="row" sx={{ gap: 1 }}>
            <Button variant="outlined" disabled={decision.isPending} onClick={() => setReturning(true)}>
              Send back…
            </Button>
            <SaveButton
              isSaving={decision.isPending}
              saving="Releasing…"
              disabled={IsUnread}
              onClick={() => quietly({ Action: 'release', Digest })}
            >
              Release
            </SaveButton>
          </Stack>
        ) : (
          MayDecide &&
          Outcome?.State === 'RELEASED' && (
            <SaveButton
              variant="outlined"
              isSaving={decision.isPending}
              onClick={() => quietly({ Action: 'withdraw' })}
            >
              Take back the release
            </SaveButton>
          )
        )
      }
    >
      <Stack spacing={1.5}>
        <Muted>{aboutOf(approval, isWaiting)}</Muted>
        {decision.error && !isReturning && <Notice tone="error">{problemOfDecision(decision.error)}</Notice>}
        {children}
      </Stack>
      {isReturning && (
        <ReasonDialog
          title={approval.KnownPayees ? 'Send this list back?' : 'Send this change back?'}
          text="Nothing changes. Your reason is shown to the person who sent it."
          action="Send back"
          saving="Returning…"
          maxLength={maxReason}
          send={(Reason) => decide({ Action: 'return', Digest, Reason })}
          onClose={() => setReturning(false)}
        />
      )}
    </Section>
  );
}

function PayoutsRecord({ approval }: { approval: ApprovalRecord }) {
  const { decision, decide, quietly } = useDecide(approval);
  const [takenOut, setTakenOut] = useState<ReadonlyMap<string, string>>(new Map());
  const [dialog, setDialog] = useState<'all' | ApprovalPayment>();
  const waiting = approval.Payments.filter((it) => it.PaymentStatus === 'WAITING');
  const staying = waiting.filter((it) => !takenOut.has(paymentKey(it)));
  const mayDecide = approval.MayDecide && waiting.length > 0;

  const without = waiting.flatMap(({ ContractSequence, PaymentSequence }) => {
    const Reason = takenOut.get(paymentKey({ ContractSequence, PaymentSequence }));
    return Reason === undefined ? [] : { ContractSequence, PaymentSequence, Reason };
  });
  const { Digest, IsUnread } = approval;
  const put = (payment: ApprovalPayment, reason?: string) => {
    const next = new Map(takenOut);
    if (reason === undefined) next.delete(paymentKey(payment));
    else next.set(paymentKey(payment), reason);
    setTakenOut(next);
  };

  return (
    <Section
      title={approvalTitle(approval)}
      actions={
        mayDecide ? (
          <Stack direction="row" sx={{ gap: 1 }}>
            <Button variant="outlined" disabled={decision.isPending} onClick={() => setDialog('all')}>
              Send all back…
            </Button>
            <SaveButton
              isSaving={decision.isPending}
              saving="Releasing…"
              disabled={staying.length === 0 || IsUnread}
              onClick={() => quietly({ Action: 'release', Digest, Without: without })}
            >
              {`Release ${staying.length}`}
            </SaveButton>
          </Stack>
        ) : (
          <Decided approval={approval} isBusy={decision.isPending} onWithdraw={() => quietly({ Action: 'withdraw' })} />
        )
      }
    >
      <Stack spacing={1.5}>
        <Muted>{aboutOf({ ...approval, Outcome: null }, waiting.length > 0)}</Muted>
        {decision.error && dialog === undefined && <Notice tone="error">{problemOfDecision(decision.error)}</Notice>}
        <Figured approval={approval} staying={staying} />
        <HeldPayments
          payments={approval.Payments}
          takenOut={takenOut}
          onToggle={mayDecide ? (it) => (takenOut.has(paymentKey(it)) ? put(it) : setDialog(it)) : undefined}
        />
      </Stack>
      {dialog === 'all' && (
        <ReasonDialog
          title={`Send ${payoutCountText(waiting.length)} back?`}
          text="They go back to the person who prepared them, with your reason, and are not paid."
          action="Send all back"
          saving="Returning…"
          maxLength={maxReason}
          send={(Reason) => decide({ Action: 'return', Digest, Reason })}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog !== undefined && dialog !== 'all' && (
        <ReasonDialog
          title={`Exclude ${dialog.ClientName}?`}
          text="When you release the others, this payout goes back with your reason, and is not paid."
          action="Exclude"
          maxLength={maxReason}
          send={(reason) => put(dialog, reason)}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Section>
  );
}

function Record({ approval }: { approval: ApprovalRecord }) {
  const { Change: change, KnownPayees: known } = approval;
  if (!change && !known) return <PayoutsRecord approval={approval} />;
  return (
    <WholeRecord approval={approval}>
      {change && <ChangeDetails approval={approval} change={change} />}
      {known && <KnownPayeeLists approval={approval} known={known} />}
    </WholeRecord>
  );
}

/** One approval. What was excluded is forgotten when it changes, because it is another one then. */
export function OpenApproval({ sequence, back }: { sequence: number; back: string }) {
  const read = useApproval(sequence);
  return (
    <>
      <Link
        component={RouterLink}
        to={back}
        variant="body2"
        sx={{ display: { xs: 'inline-block', lg: 'none' }, py: 1 }}
      >
        All approvals
      </Link>
      {read.isLoading && <Skeletons rows={8} />}
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.data?.IsUnread && (
        <Box sx={{ mb: 1.5 }}>
          <Notice
            tone="warning"
            title="The provider can’t be read right now"
            action={<Button onClick={() => void read.refetch()}>Try again</Button>}
          >
            This is shown as it was when it was prepared. It can be sent back, but not released before the provider
            answers.
          </Notice>
        </Box>
      )}
      {read.data && <Record key={`${read.data.Digest} ${read.data.Decision}`} approval={read.data} />}
    </>
  );
}
