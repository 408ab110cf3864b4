import Button from '@mui/material/Button';
import { useEffect, useState, type FormEvent } from 'react';
import type { GridSource } from '#kit/base/grid-source.ts';
import { DateField } from '#kit/dates/date-field.tsx';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { host } from '#kit/host.ts';
import { formatCount } from '#kit/ui/sums.ts';
import { isDay, isFigure, nothingTyped, readFilters, typedOf, valueName, withFilters, type Typed } from './filters.ts';
import type { PanelProps } from './opened.ts';

/** With more values, the text is the filter. */
const maxOffered = 50;

type Found = Awaited<ReturnType<GridSource['distinct']>>;

type Props = Pick<PanelProps, 'columns' | 'kind' | 'source' | 'view' | 'onView' | 'title' | 'close'> & {
  fieldName: string;
};

export function FilterPanel({ fieldName, columns, kind = 'text', source, view, onView, title, close }: Props) {
  const label = columns.find((it) => it.fieldName === fieldName)?.label ?? fieldName;
  const [typed, setTyped] = useState<Typed>(() => typedOf(view.filters, fieldName, kind));
  const [problem, setProblem] = useState<string>();
  const [found, setFound] = useState<Found>();
  const isText = !isFigure(kind) && !isDay(kind);

  useEffect(() => {
    if (!isText) return;
    let isHere = true;
    source.distinct(fieldName, maxOffered).then(
      (values) => {
        if (isHere) setFound(values);
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [isText, source, fieldName]);

  const apply = (next: Typed) => {
    const read = readFilters(fieldName, kind, next);
    if (read.problem) {
      setProblem(read.problem);
      return;
    }
    onView(withFilters(view, fieldName, read.filters ?? []));
    close();
  };
  const type = (change: Partial<Typed>) => {
    setTyped({ ...typed, ...change });
    setProblem(undefined);
  };
  const input = (name: 'least' | 'most' | 'has', caption: string) => (
    <PlainInput
      label={caption}
      inputMode={isFigure(kind) ? 'decimal' : undefined}
      value={typed[name]}
      isWrong={problem !== undefined}
      onChange={(event) => type({ [name]: event.target.value })}
    />
  );
  const day = (name: 'from' | 'to', caption: string) => (
    <DateField label={caption} value={typed[name]} hasMarks={false} onChange={(value) => type({ [name]: value })} />
  );

  return (
    <form
      aria-label={title}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        apply(typed);
      }}
    >
      {isFigure(kind) && (
        <>
          {input('least', `${label} at least`)}
          {input('most', 'At most')}
        </>
      )}
      {isDay(kind) && (
        <>
          {day('from', `${label} from`)}
          {day('to', 'To')}
        </>
      )}
      {isText && (
        <>
          {input('has', `${label} contains`)}
          {found && found.values.length > 0 && (
            <Values
              fieldName={fieldName}
              found={found}
              chosen={typed.values}
              onChoose={(values) => setTyped({ ...typed, values })}
            />
          )}
        </>
      )}
      {problem && <div role="alert">{problem}</div>}
      <div data-buttons="">
        <Button type="submit" size="small" variant="contained">
          Apply
        </Button>
        <Button size="small" onClick={() => apply(nothingTyped)}>
          Clear
        </Button>
        <Button size="small" onClick={close}>
          Close
        </Button>
      </div>
    </form>
  );
}

function Values(props: {
  fieldName: string;
  found: Found;
  chosen: readonly (string | null)[];
  onChoose(values: (string | null)[]): void;
}) {
  const { fieldName, found, chosen, onChoose } = props;
  const { labelOf } = host.useLabels([fieldName]);
  // Selected values can be deselected even if they are no longer frequent.
  const beside = chosen.filter((value) => !found.values.some((it) => it.value === value));
  const list = [...beside.map((value) => ({ value, count: undefined })), ...found.values];
  return (
    <fieldset>
      <legend>{found.isAll ? 'One of' : `One of (the ${found.values.length} most frequent)`}</legend>
      <div data-scroll="">
        {list.map(({ value, count }) => (
          <label key={value ?? '\u0000'}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChoose(event.target.checked ? [...chosen, value] : chosen.filter((it) => it !== value))
              }
            />
            <span>{valueName(fieldName, value, labelOf)}</span>
            {count !== undefined && <small>{formatCount(count)}</small>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
