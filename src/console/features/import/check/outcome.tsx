import Typography from '@mui/material/Typography';
import { Notice } from '#kit/ui/notice.tsx';
import { kindCountText, type ImportKind } from '../kinds.ts';
import type { CheckResult } from './rows.ts';

/** Result of a dry run: nothing was saved. */
export function CheckOutcome(props: { kind: ImportKind; result: CheckResult & { isBeforeSending: boolean } }) {
  const { kind } = props;
  const { accepted, refused, clients, why, isBeforeSending } = props.result;
  const verdict =
    refused === 0
      ? 'All would be accepted.'
      : accepted === 0
        ? 'All would be refused; the reasons are below.'
        : `${accepted} would be accepted, ${refused} refused; the reasons are below.`;
  const all = accepted + refused;
  const rows =
    all > 0 ? `${kindCountText(all, kind)} checked, nothing ${isBeforeSending ? 'sent' : 'saved'}. ${verdict}` : '';
  const added =
    clients > 0
      ? `${clients === 1 ? 'The new client is' : `All ${kindCountText(clients, { one: 'new client', many: 'new clients' })} are`} fine. Their ${kind.many} are checked when you add them.`
      : '';
  const text = `${rows} ${added}`.trim();
  if (why) return <Notice tone="warning">{`${text} The check did not get to the end. ${why}`.trim()}</Notice>;
  return <Typography role="status">{text || 'Fix the rows below first.'}</Typography>;
}
