import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { fieldOf } from '#contract/fields.ts';
import { inSentence } from '#kit/form/field-text.ts';
import type { UnusedColumn } from '#sheet-engine/unused-columns.ts';

export const fieldLabelOf = (fieldName: string) => fieldOf(fieldName)?.label ?? fieldName;

/** `the number of instalments or the amount` */
const anyOf = (fieldNames: readonly string[]): string => {
  const labels = fieldNames.map((it) => `the ${inSentence(fieldLabelOf(it))}`);
  return [labels.slice(0, -1).join(', '), labels.at(-1)].filter(Boolean).join(' or ');
};

/** Enough to choose from; every field is in the table. */
const offered = 3;

interface NamedUnused extends UnusedColumn {
  heading: string;
  isHidden: boolean;
  /** It looks like a field that nothing fills, and the person has not decided. */
  isAsked: boolean;
}

/** Columns with something in them that are not imported, with a question where one looks like a field. */
export function Unused(props: {
  list: readonly NamedUnused[];
  /** @param fieldName undefined: not imported */
  onDecide(column: number, fieldName: string | undefined): void;
}) {
  const { list, onDecide } = props;
  return (
    <>
      <Typography sx={{ fontWeight: 600, mb: 1 }}>Not imported</Typography>
      <Stack
        component="ul"
        aria-label="Columns that are not imported"
        spacing={1}
        sx={{ m: 0, p: 0, listStyle: 'none' }}
      >
        {list.map(({ column, heading, samples, mayHold, isAsked, isHidden }) => {
          const fields = mayHold.slice(0, offered);
          return (
            <Stack
              key={column}
              component="li"
              direction="row"
              useFlexGap
              sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}
            >
              <Typography color={isAsked ? undefined : 'textSecondary'} sx={{ flex: '1 1 300px', minWidth: 0 }}>
                “{heading}” isn’t imported: {samples.join(' · ')}
                {isHidden && '. The workbook hides it.'}
                {isAsked && `. Is it ${anyOf(fields)}?`}
              </Typography>
              {isAsked && (
                <>
                  {fields.map((it) => (
                    <Button key={it} size="small" variant="outlined" onClick={() => onDecide(column, it)}>
                      {fieldLabelOf(it)}
                    </Button>
                  ))}
                  <Button
                    size="small"
                    aria-label={`Don’t import ${heading}`}
                    onClick={() => onDecide(column, undefined)}
                  >
                    Don’t import
                  </Button>
                </>
              )}
            </Stack>
          );
        })}
      </Stack>
    </>
  );
}
