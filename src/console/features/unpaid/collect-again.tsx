import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useContractPhrases } from '#console/domain/contract/names.ts';
import { links } from '#console/domain/links.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { Outcome } from '#console/domain/outcome/outcome.tsx';
import { FormActions } from '#console/domain/write/form-actions.tsx';
import { LeaveDialog } from '#console/domain/write/leave-dialog.tsx';
import { FormMessage } from '#kit/form/form-message.tsx';
import { sorted } from '#kit/grid/sort.ts';
import { Forbidden } from '#kit/ui/forbidden.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Page } from '#kit/ui/page.tsx';
import { RunProgress } from '#kit/ui/run-progress.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { EmptyState, Skeletons } from '#kit/ui/states.tsx';
import { countAndSumOf, countText } from '#kit/ui/sums.ts';
import { newestReturnsFirst, type DeskRow } from './desk.ts';
import { debitDaysText, useFinish } from './finish.tsx';
import { useKept } from './kept.ts';
import { PrepareTable } from './prepare-table.tsx';
import { usePrepared } from './prepared.ts';
import { isOpen } from './rows.ts';
import { useDesk } from './use-desk.ts';
import { DateForAll, Warnings } from './warnings.tsx';

function Prepare(props: {
  list: readonly DeskRow[];
  /** Chosen debits that are not in the period any more. */
  missing: number;
  from: string;
  back: string;
}) {
  const { missing, from, back } = props;
  // The debits are refetched behind it.
  const [list] = useState(props.list);
  const prepared = usePrepared(list, from);
  const { rows, round, isSending } = prepared;
  const { isDone, isFinished } = useFinish(prepared, back);
  // Until all is sent and the next page has loaded, this one stays as it was sent.
  const isBusy = isSending || isDone;
  const phraseOf = useContractPhrases();
  const why = useForbidden('instalmentCreate');
  const open = rows.filter((it) => isOpen(it) && !prepared.excludedBy(it));
  const left = rows.filter(({ state }) => isBusy || state !== 'accepted');
  const wrong = open.filter((it) => prepared.problemOf(it)).length;
  const isUnknown = rows.some((it) => it.state === 'unknown');
  const mayCreate = open.length > 0 && !why && wrong === 0 && !isUnknown && !prepared.isReading && !isSending;
  const focused = useRef<Element>(null);
  const send = () => {
    focused.current = document.activeElement;
    prepared.send();
  };
  useEffect(() => {
    // What is inert or disabled while sending loses the focus.
    if (!isSending && document.activeElement === document.body && focused.current instanceof HTMLElement)
      focused.current.focus({ preventScroll: true });
  }, [isSending]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !mayCreate) return;
    event.preventDefault();
    send();
  };

  return (
    <Stack spacing={2} component="section" aria-label="New instalments" onKeyDown={onKeyDown}>
      {why && <Forbidden operation="instalmentCreate" />}
      {missing > 0 && (
        <Notice tone="info">
          {countText(missing, ['selected debit is', 'selected debits are'])} not unpaid in this period any more.
        </Notice>
      )}
      {!isDone && (
        // What is being sent must not be changed.
        <Stack spacing={2} inert={isSending}>
          <DateForAll prepared={prepared} />
          <Warnings prepared={prepared} open={open} />
        </Stack>
      )}
      {round && isSending && (
        <RunProgress
          label="Instalments sent"
          done={round.results.items.length}
          total={round.rows.length}
          text="sent"
          stop={round.results.items.length < round.rows.length && { label: 'Stop', act: prepared.stop }}
        />
      )}
      {round?.call && !isSending && !isFinished() && (
        <Outcome
          operation="instalmentCreate"
          result={{ results: round.results, api: round.call.api }}
          error={round.call.error}
          isOfMany
          nameOf={phraseOf}
        />
      )}
      {isUnknown && !isSending && (
        <Button variant="outlined" sx={{ alignSelf: 'start' }} onClick={send}>
          Ask again
        </Button>
      )}
      <Box inert={isBusy}>
        <PrepareTable rows={left} prepared={prepared} from={from} />
      </Box>
      <FormActions>
        <FormMessage
          others={
            wrong > 0 && !isSending
              ? [`${countText(wrong, ['row needs', 'rows need'])} a date after today and an amount`]
              : []
          }
        />
        <Box
          role="status"
          sx={{ flex: { xs: '1 1 100%', sm: '1 1 260px' }, alignSelf: 'center', fontVariantNumeric: 'tabular-nums' }}
        >
          {open.length > 0 && !isSending && (
            <Typography color="textSecondary">
              {countAndSumOf(
                'instalment',
                open.map((it) => it.amount),
              )}
              {wrong === 0 && `, on ${debitDaysText(open)}`}.
            </Typography>
          )}
        </Box>
        {!isDone && (
          <Button component={Link} to={back}>
            Cancel
          </Button>
        )}
        {(open.length > 0 || isBusy) && (
          <SaveButton
            isSaving={isBusy}
            saving="Creating…"
            disabled={!mayCreate}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={send}
          >
            Create {countText(open.length, ['instalment', 'instalments'])}
          </SaveButton>
        )}
      </FormActions>
      <LeaveDialog isKept isBlocking={() => (prepared.isChanged || isSending) && !isFinished() && left.length > 0} />
    </Stack>
  );
}

/** New instalments for the debits chosen on Unpaid. */
export function CollectAgain() {
  const { href } = useTenant();
  const { search } = useLocation();
  const { range, unpaid, rows } = useDesk();
  const { get } = useKept();
  const chosen = useMemo(() => new Set(get().collecting), [get]);
  const list = sorted(
    rows.filter((it) => chosen.has(it.key)),
    newestReturnsFirst,
  );
  const back = href(links.unpaid()) + search;
  const missing = chosen.size - list.length;
  return (
    <Page
      title="Collect again"
      count={unpaid.isLoading ? '' : countText(list.length, ['debit', 'debits'])}
      back={{ to: back, label: 'Unpaid' }}
    >
      {unpaid.isLoading ? (
        <Skeletons rows={10} />
      ) : unpaid.error ? (
        <ErrorState error={unpaid.error} retry={unpaid.retry} />
      ) : list.length === 0 ? (
        <EmptyState
          drawing="unpaid"
          title="No debits to collect again"
          action={
            <Button variant="contained" component={Link} to={back}>
              Go to Unpaid
            </Button>
          }
        >
          Select debits on Unpaid first.
        </EmptyState>
      ) : (
        <Prepare list={list} missing={missing} from={range.from} back={back} />
      )}
    </Page>
  );
}
