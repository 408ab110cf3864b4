import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { fieldOf } from '../../contract/fields.ts';
import type { Fault } from '../../contract/operation.ts';
import type { OperationName } from '../../contract/operations.ts';
import type { FailedItem } from '../api.ts';
import { explain, type CallError } from '../errors.ts';
import { faultText } from './fault-text.ts';
import { masked } from './masked.tsx';
import { show } from './format.tsx';
import { CallReference } from './support-card.tsx';
import { tallyOf, type Written } from './tally.ts';

const names = ['ClientNumber', 'ContractNumber', 'ContractSequence', 'InstalmentSequence', 'PaymentSequence'];

/** How an item is called: by whatever of its identification it carries. */
const nameOf = (item: FailedItem): string =>
  names
    .filter((word) => item[word] !== undefined && item[word] !== null)
    .map((word) => `${fieldOf(word)?.label ?? word} ${show(word, item[word])}`)
    .join(', ');

const given = (field: string, item: FailedItem) => {
  const text = show(field, item[field]);
  return text && (fieldOf(field)?.sensitive ? masked(text) : text);
};

function Faults({ faults, item = {} }: { faults: readonly Fault[]; item?: FailedItem }) {
  if (faults.length === 0) return <>The service gave no reason.</>;
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {faults.map((fault) => (
        <li key={`${fault.Field} ${fault.Code} ${fault.Message}`}>
          {faultText(fault)}
          {fault.Field && given(fault.Field, item) && ` Given: ${given(fault.Field, item)}.`}
        </li>
      ))}
    </Box>
  );
}

/**
 * What became of a write, as a sum that accounts for every item: "12 done + 1 refused + 0 unknown = 13 sent". Unknown
 * items are never offered to be sent again unread: a lost answer may belong to a collection that was stored.
 */
export function Outcome({
  operation,
  sent,
  result,
  error,
}: {
  operation: OperationName;
  /** How many items were sent, or the items. */
  sent: number | readonly unknown[];
  result?: Written;
  error?: CallError | null;
}) {
  const count = typeof sent === 'number' ? sent : sent.length;
  const { done, refused, unknown } = tallyOf(count, result, error);
  if (!result && !error) return null;
  const severity = unknown > 0 ? 'warning' : refused > 0 ? 'error' : 'success';
  return (
    <Alert severity={severity} role={severity === 'success' ? 'status' : 'alert'}>
      <Stack spacing={1}>
        <Typography sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
          {done} done + {refused} refused + {unknown} unknown = {count} sent
        </Typography>
        {error && (
          <div>
            {explain(error).title}. {explain(error).next}
            {error.faults.length > 0 && <Faults faults={error.faults} />}
          </div>
        )}
        {unknown > 0 && (
          <Typography variant="body2">
            {unknown === 1 ? 'It' : 'They'} may or may not have been stored: look {unknown === 1 ? 'it' : 'them'} up
            before sending again.
          </Typography>
        )}
        {result?.Failed.map((item, position) => (
          // Refused items may look alike; their order is the service's and does not change.
          <div key={position}>
            {nameOf(item) && <Typography sx={{ fontWeight: 600 }}>{nameOf(item)}</Typography>}
            <Faults faults={item.Errors ?? []} item={item} />
          </div>
        ))}
        <CallReference operation={operation} api={result?.api ?? error?.api} at={error?.at} />
      </Stack>
    </Alert>
  );
}
