import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { isObject, listOf, type Json } from '#answers/error-body.ts';
import {
  allEnded,
  allReasons,
  resultCounts,
  type SendResults,
  type SendState,
  type StrayResult,
} from '#answers/send/results.ts';
import { explain, isUnknown, isUnsettled, type CallError } from '#console/api/errors.ts';
import { fieldOf } from '#contract/fields.ts';
import { identifying } from '#contract/identification.ts';
import type { ApiResponse } from '#contract/operation.ts';
import type { OperationName } from '#contract/operations.ts';
import { formatField } from '#kit/ui/format.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { DetailsButton } from './details-button.tsx';
import { Reasons, ShowAll } from './reasons.tsx';
import { receivedIn, textForSupport, textOnScreen, maskedReasons } from './support-text.ts';

/** An item by the numbers that identify it. */
const numbersOf = (item: unknown): string =>
  isObject(item)
    ? identifying
        .filter((name) => item[name] !== undefined && item[name] !== null && typeof item[name] !== 'object')
        .map((name) => `${fieldOf(name)?.label ?? name} ${formatField(name, item[name])}`)
        .join(', ')
    : '';

const verdicts: Record<SendState, string> = {
  accepted: 'Accepted',
  refused: 'Not accepted',
  unknown: 'We couldn’t confirm your change',
};

/** The outcome of one item in a word, of several as counts. */
function verdictOf(results: SendResults, isOfMany: boolean): string {
  const [only] = results.items;
  if (only && results.items.length === 1 && !isOfMany) return verdicts[only.state];
  const { accepted, refused, unknown } = resultCounts(results);
  return `${formatCount(accepted)} done + ${formatCount(refused)} refused + ${formatCount(unknown)} unknown = ${formatCount(results.items.length)} sent`;
}

/** The results of a call without results per item, or with strays only. */
function endedBy(error: CallError, sent: readonly Json[]): SendResults {
  if (error.results && isUnknown(error)) return error.results;
  return { ...allEnded(sent, isUnknown(error) ? 'unknown' : 'refused', []), strays: error.results?.strays ?? [] };
}

/** An answer whose results are unclear is no failure to explain. */
function explanationOf(error: CallError): string {
  const { title, next } = explain(error);
  if (error.kind === 'unclear') return `${title}.`;
  return error.kind === 'refused' ? next : `${title}. ${next}`;
}

function Strays({ strays, sent }: { strays: readonly StrayResult[]; sent: readonly Json[] }) {
  return (
    <div>
      <Typography sx={{ fontWeight: 600 }}>The answer is not clear:</Typography>
      {strays.map((it, position) => (
        // Results may be equal; their order never changes.
        <div key={position}>
          {verdicts[it.state]}: {numbersOf(it.received) || 'it does not say which'}
          {it.reasons.length > 0 && <Reasons reasons={maskedReasons(it.reasons, sent)} />}
        </div>
      ))}
    </div>
  );
}

/**
 * The outcome of a write: accepted, refused or unknown, with all reasons. Sent again as it was, an unknown one is the same call.
 */
export function Outcome(props: {
  operation: OperationName;
  /** The items, for answers without results per item. */
  sent?: unknown;
  result?: { results: SendResults; api?: ApiResponse };
  /** The items are part of a batch: shows counts even for one. */
  isOfMany?: boolean;
  /** An item's name, if more is known than its numbers. */
  nameOf?: (item: Json) => string;
  error?: CallError | null;
}) {
  const { operation, sent, result, error, isOfMany = false, nameOf = numbersOf } = props;
  const items = listOf(sent) as Json[];
  const results = result?.results ?? (error && endedBy(error, items));
  if (!results) return null;
  const { refused, unknown } = resultCounts(results);
  const { strays } = results;
  const isClear = unknown === 0 && strays.length === 0;
  if (error?.kind === 'notSent' || error?.kind === 'savedBefore') {
    const { title, next } = explain(error);
    return (
      <Notice tone="warning" title={title}>
        {next}
      </Notice>
    );
  }
  const severity = !isClear ? 'warning' : refused > 0 ? 'error' : 'success';
  const answered = results.items.filter(
    (it) => it.state === 'refused' || it.received.length > 0 || it.reasons.length > 0,
  );
  const open = error ? [] : answered.filter((it) => it.state !== 'accepted');
  const reasons = error && error.faults.length > 0 ? error.faults : allReasons(results);
  const received =
    severity === 'success'
      ? undefined
      : receivedIn(error ? [error.body] : [...open.flatMap((it) => it.received), ...strays.map((it) => it.received)]);
  const all = items.length > 0 ? items : results.items.map((it) => it.item);
  const isOne = results.items.length === 1 && !isOfMany;
  return (
    <Notice tone={severity} role={severity === 'success' ? 'status' : 'alert'}>
      <Stack spacing={1}>
        <Typography component="h2" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
          {verdictOf(results, isOfMany)}
        </Typography>
        {error && <div>{explanationOf(error)}</div>}
        {error &&
          strays.length === 0 &&
          !isUnsettled(error) &&
          (error.faults.length > 0 || error.kind === 'refused') && (
            <Reasons reasons={maskedReasons(error.faults, all)} item={isOne ? all[0] : undefined} />
          )}
        {unknown > 0 && (
          <Typography variant="body2">
            {unknown === 1 ? 'It' : 'They'} may or may not have been saved. Send {unknown === 1 ? 'it' : 'them'} again
            to find out; nothing is saved twice.
          </Typography>
        )}
        {open.map(({ item, reasons: own }, position) => (
          <div key={position}>
            {!isOne && nameOf(item) && <Typography sx={{ fontWeight: 600 }}>{nameOf(item)}</Typography>}
            <Reasons reasons={maskedReasons(own, all)} item={item} />
          </div>
        ))}
        {strays.length > 0 && <Strays strays={strays} sent={all} />}
        {severity !== 'success' && (
          <ShowAll
            reasons={maskedReasons(reasons, all)}
            text={received === undefined ? '' : textOnScreen(received, all)}
          />
        )}
        <DetailsButton
          operation={operation}
          api={result?.api ?? error?.api}
          at={error?.at}
          answer={received === undefined ? undefined : textForSupport(received, all)}
        />
      </Stack>
    </Notice>
  );
}
