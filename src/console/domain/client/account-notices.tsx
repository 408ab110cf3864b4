import Link from '@mui/material/Link';
import { Fragment, useMemo } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useRead } from '#console/api/client.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { namesFreshMs } from '#console/session/client-names.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { countText } from '#kit/ui/sums.ts';
import { dateOf, daysBetween, type DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import { useIsQuiet } from './names/names.ts';

type Client = LooseOutput<'clientList'>;

/** Clients that are named; the others are counted. */
const named = 3;

/** Days before a payment in which a change of bank details is worth a call to the client (docs/decisions.md, 58). */
const fresh = 7;

/** An account belongs to a bank: two banks may give the same number. */
const accountOf = ({ BankCode, AccountNumber }: Client) =>
  AccountNumber == null ? undefined : `${BankCode} ${AccountNumber}`;

/** Other clients of the same account. None while the list of clients is unknown. */
function useSameAccount(client: Client | undefined): readonly Client[] {
  const isForbidden = useForbidden('clientList') !== undefined;
  const account = client && accountOf(client);
  const isQuiet = useIsQuiet();
  // The list that all names come from.
  const list = useRead('clientList', account !== undefined && isQuiet && !isForbidden ? {} : null, {
    staleTime: namesFreshMs,
  });
  const records = list.data?.records;
  const number = client?.ClientNumber;
  return useMemo(
    () => records?.filter((it) => it.ClientNumber !== number && accountOf(it) === account) ?? [],
    [records, number, account],
  );
}

/** What to check before money goes to a client's account, without a digit of it. @param paidOn the next payment to it */
export function AccountNotices({ number, paidOn }: { number: string | null | undefined; paidOn?: DateText }) {
  const { href } = useTenant();
  const client = useRead('clientList', number ? { ClientNumber: number } : null).data?.records[0];
  const others = useSameAccount(client);
  const changed = dateOf(client?.BankDetailsChangedDate ?? '');
  const days = paidOn && changed ? daysBetween(changed, paidOn) : undefined;
  const more = others.length - named;
  return (
    <>
      {paidOn && days !== undefined && days >= 0 && days <= fresh && (
        <Notice tone="warning" role="note">
          Bank details changed on {dayText(changed)}
          {client?.BankDetailsChangedBy && ` by ${client.BankDetailsChangedBy}`},{' '}
          {days === 0 ? 'the day' : `${countText(days, ['day', 'days'])} before`} the payment of {dayText(paidOn)} is
          due. Confirm them with the client.
        </Notice>
      )}
      {others.length > 0 && (
        <Notice tone="info" role="note">
          Same bank account as{' '}
          {others.slice(0, named).map((it, index) => (
            <Fragment key={it.ClientNumber}>
              {index > 0 && ', '}
              <Link component={RouterLink} to={href(links.client(it.ClientNumber ?? ''))}>
                {it.ClientName ?? it.ClientNumber}
              </Link>
            </Fragment>
          ))}
          {more > 0 && ` and ${countText(more, ['other client', 'other clients'])}`}.
        </Notice>
      )}
    </>
  );
}
