import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Json } from '#answers/error-body.ts';
import { fieldOf } from '#contract/fields.ts';
import type { Fault } from '#contract/operation.ts';
import { clampedText, faultAtField, faultText } from '#kit/form/fault-text.ts';
import { formatField } from '#kit/ui/format.tsx';
import { maskedNumber } from '#kit/ui/masked.tsx';

/** More are under "Show all". */
const maxReasons = 6;

/** Whether some reasons are hidden or cut. */
const areCut = (reasons: readonly Fault[]): boolean =>
  reasons.length > maxReasons || reasons.some((it) => clampedText(it.Message) !== it.Message);

function given(field: string, item: Json): string {
  const text = formatField(field, item[field]);
  return text && (fieldOf(field)?.sensitive ? maskedNumber(text) : text);
}

/** Links to its field in the surrounding form. */
function Reason({ fault, item }: { fault: Fault; item: Json }) {
  const form = useFormContext() as ReturnType<typeof useFormContext> | null;
  const { Field } = fault;
  const label = Field && fieldOf(Field)?.label;
  const [isHere] = useState(
    () => form !== null && Boolean(Field) && document.getElementsByName(Field ?? '').length > 0,
  );
  const value = Field && given(Field, item);
  const short = { ...fault, Message: clampedText(fault.Message) };
  const end = /[.!?…]$/.test(short.Message) ? '' : '.';
  return (
    <li>
      {form && Field && label && isHere ? (
        <>
          <Link
            component="button"
            type="button"
            color="inherit"

            onClick={() => form.setFocus(Field)}
          >
            {label}
          </Link>
          : {faultAtField(short)}
        </>
      ) : (
        faultText(short)
      )}
      {value && `${end} Given: ${value}.`}
    </li>
  );
}

/** The first reasons, cut to be read at a glance. */
export function Reasons({ reasons, item = {} }: { reasons: readonly Fault[]; item?: Json }) {
  if (reasons.length === 0) return <div>No reason was given.</div>;
  const more = reasons.length - maxReasons;
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
      {reasons.slice(0, maxReasons).map((fault) => (
        <Reason key={`${fault.Field} ${fault.Message}`} fault={fault} item={item} />
      ))}
      {more > 0 && <li>… and {more} more, under Show all</li>}
    </Box>
  );
}

/** The full answer, folded. */
export function ShowAll({ reasons, text }: { reasons: readonly Fault[]; text: string }) {
  if (!areCut(reasons) && text === '') return null;
  return (
    <Box component="details" sx={{ '& summary': { cursor: 'pointer', minHeight: 24 } }}>
      <summary>Show all</summary>
      {areCut(reasons) && (
        <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
          {reasons.map((fault) => (
            <li key={`${fault.Field} ${fault.Message}`}>{faultText(fault)}</li>
          ))}
        </Box>
      )}
      {text !== '' && (
        <Box
          component="pre"
          role="region"
          tabIndex={0}
          aria-label="The whole answer"
          sx={{
            m: 0,
            mt: 1,
            maxHeight: 320,
            overflow: 'auto',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            fontSize: '0.8125rem',
          }}
        >
          {text}
        </Box>
      )}
    </Box>
  );
}
