import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useWaitingPayouts } from '#console/api/approvals.ts';
import { offersOutgoingCalls } from '#console/api/outgoing-calls.ts';
import { useTenant } from '#console/api/tenant.ts';
import { gapsOf, TimelineGaps } from '#console/domain/timeline/gaps.tsx';
import type { WaitingPayout } from '#contract/approvals.ts';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { Section } from '#kit/ui/section.tsx';
import { StatusMark } from '#kit/ui/status.tsx';
import { countText, sumOf } from '#kit/ui/sums.ts';
import type { DateText } from '#rules/calendar.ts';
import { dayText, minuteText } from '#rules/day-text.ts';
import { statusMarkOf } from './held-status.ts';
import { links } from './links.ts';

const counted = (count: number) => countText(count, ['payout', 'payouts']);

/** What it pays more than once, or instead of. */
function detailOf({ Expected, PaymentDate }: WaitingPayout): ReactNode {
  const { Count = 1, LastDate = '', Before = null, BeforeDate = null } = Expected ?? {};
  if (Before !== null)
    return (
      <small>
        instead of <MoneyText amount={Before} />
        {BeforeDate !== null && BeforeDate !== PaymentDate && ` on ${dayText(BeforeDate)}`}
      </small>
    );
  return Count > 1 && <small>{`${Count} payments until ${dayText(LastDate)}`}</small>;
}

/** One sentence for each status: they are never one sum. */
function Sums({ payouts }: { payouts: readonly WaitingPayout[] }) {
  const waiting = payouts.filter((it) => it.PaymentStatus === 'WAITING');
  const sent = payouts.filter((it) => it.PaymentStatus !== 'WAITING');
  const money = (some: readonly WaitingPayout[]) => (
    <MoneyText cents={sumOf(some.map((it) => it.PaymentAmount)) ?? 0} />
  );
  return (
    <>
      {waiting.length > 0 && (
        <>
          {counted(waiting.length)} of {money(waiting)} {waiting.length === 1 ? 'waits' : 'wait'} for release.{' '}
        </>
      )}
      {sent.length > 0 && (
        <>
          {counted(sent.length)} of {money(sent)} {sent.length === 1 ? 'is' : 'are'} released, and not at the provider
          yet.{' '}
        </>
      )}
    </>
  );
}

/** Of payouts that the provider does not have yet, and that its lists therefore lack; undefined for none. */
export function useHeldPayouts(isShown = true): ReactNode {
  const { href } = useTenant();
  const { Payouts = [], IsPartial = false } = useWaitingPayouts({}, isShown && offersOutgoingCalls()).data ?? {};
  if (!isShown || Payouts.length === 0) return undefined;
  return (
    <>
      {IsPartial ? (
        `More than ${counted(Payouts.length)} wait for release, or for the day on which they are sent. `
      ) : (
        <Sums payouts={Payouts} />
      )}
      This list does not have them yet:{' '}
      <Link component={RouterLink} to={href(links.approvals())}>
        Approvals
      </Link>
    </>
  );
}

/** Rows before the others are asked for. */
const fewRows = 5;

/**
 * Payouts that wait for a release or, in front of a provider, for being sent: apart from those that are scheduled, and never added
 * to them. Nothing if there is none.
 */
export function WaitingPayouts({ client, from, to }: { client?: string; from?: DateText; to?: DateText }) {
  const { href } = useTenant();
  const [areAllShown, setAllShown] = useState(false);
  const read = useWaitingPayouts({ ClientNumber: client, From: from, To: to });
  const { Payouts = [], IsPartial = false } = read.data ?? {};
  if (Payouts.length === 0 && !read.error) return null;
  const shown = areAllShown ? Payouts : Payouts.slice(0, fewRows);
  return (
    <Section title="Waiting payouts">
      <Stack spacing={1}>
        <TimelineGaps gaps={gapsOf({ 'Payouts that wait': read })} />
        {Payouts.length > 0 && (
          <>
            <Typography variant="body2">
              {IsPartial ? (
                `The first ${counted(Payouts.length)} by date are listed; all are under Approvals.`
              ) : (
                <Sums payouts={Payouts} />
              )}
            </Typography>
            <PlainTable
              hasCards
              label="Waiting payouts"
              columns={[
                { label: client === undefined ? 'Client' : 'Contract', isHead: true },
                { label: 'Date' },
                { label: 'Amount', isNumber: true },
                { label: 'Status' },
                { label: 'Approval' },
              ]}
              rows={shown.map((it) => ({
                key: `${it.ApprovalSequence}/${it.ContractSequence}/${it.PaymentSequence}`,
                cells: [
                  client === undefined ? (
                    <>
                      <Link component={RouterLink} to={href(links.client(it.ClientNumber))}>
                        {it.ClientName}
                      </Link>
                      <small>{it.ContractNumber}</small>
                    </>
                  ) : (
                    it.ContractNumber
                  ),
                  minuteText(it.PaymentDate),
                  <>
                    <MoneyText amount={it.PaymentAmount} />
                    {detailOf(it)}
                  </>,
                  <StatusMark key="status" fieldName="PaymentStatus" {...statusMarkOf(it)} />,
                  <Link
                    key="approval"
                    component={RouterLink}

                    aria-label={`Approval of ${it.ClientName} ${it.ContractNumber}`}
                    to={href(links.approvals(undefined, { open: it.ApprovalSequence }))}
                  >
                    Approval
                  </Link>,
                ],
              }))}
            />
            {Payouts.length > shown.length && (
              <Button size="small" onClick={() => setAllShown(true)} sx={{ alignSelf: 'start' }}>
                {`Show ${Payouts.length - shown.length} more`}
              </Button>
            )}
          </>
        )}
      </Stack>
    </Section>
  );
}
