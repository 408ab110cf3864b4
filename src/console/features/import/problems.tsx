import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { fieldOf } from '#contract/fields.ts';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { RowMenu, type MenuItem } from '#kit/ui/menu.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { Section } from '#kit/ui/section.tsx';
import type { ProblemGroup } from '#sheet-engine/summary.ts';
import type { SheetFilter } from '#sheet-engine/view.ts';
import type { SheetLayout } from './columns.tsx';
import { kindCountText } from './kinds.ts';

const rowWords = { one: 'row', many: 'rows' };

/** Each cause with the one act that helps most; the others are behind three dots. */
export function Problems(props: {
  problems: readonly ProblemGroup[];
  columns: SheetLayout['columns'];
  /** Possible fields; one without a column gets one. */
  fieldNames: readonly string[];
  required: readonly string[];
  filter: SheetFilter;
  onFilter(filter: SheetFilter): void;
  onShow(problem: ProblemGroup): void;
  onFix(problem: ProblemGroup, text: string): void;
  onAllow(problem: ProblemGroup, isAllowed: boolean): void;
  onExclude(problem: ProblemGroup): void;
}) {
  const { problems, columns, fieldNames, required, filter, onFilter, onShow, onFix, onAllow, onExclude } = props;
  const [fixing, setFixing] = useState<ProblemGroup>();
  const [text, setText] = useState('');
  const isOnly = ({ fieldName, message }: ProblemGroup) =>
    typeof filter === 'object' && filter.problem.fieldName === fieldName && filter.problem.message === message;
  /** The most useful one first. */
  const actsOf = (it: ProblemGroup): MenuItem[] => {
    const { fieldName } = it;
    const rows = it.count === 1 ? 'this row' : `all ${kindCountText(it.count, rowWords)}`;
    const isColumn = fieldName !== undefined && columns.includes(fieldName);
    const suggested = (isColumn ? (it.suggestions ?? []) : []).map(({ text: meant, label }) => ({
      label: `Use ${it.suggestions?.length === 1 ? 'it' : label} for ${rows}`,
      act: () => onFix(it, meant),
    }));
    const empty =
      it.isUnread && fieldName && !required.includes(fieldName)
        ? [{ label: 'Leave empty', act: () => onFix(it, '') }]
        : [];
    const exclude = { label: 'Exclude', act: () => onExclude(it) };
    const show = [
      { label: 'Go to first', act: () => onShow(it) },
      {
        label: isOnly(it) ? 'Show all rows' : 'Filter to these',
        act: () => onFilter(isOnly(it) ? 'all' : { problem: { fieldName, message: it.message } }),
      },
    ];
    const replace =
      fieldName && fieldNames.includes(fieldName)
        ? [
            {
              label: 'Replace all…',
              act: () => {
                setFixing(it);
                setText('');
              },
            },
          ]
        : [];
    const allow = it.isAllowable
      ? [{ label: it.isWarning ? 'Don’t send' : 'Send all the same', act: () => onAllow(it, !it.isWarning) }]
      : [];
    // A row that is wrong as a whole has no cell to correct.
    return isColumn
      ? [...suggested, ...empty, ...show, ...replace, ...allow, exclude]
      : [...replace, exclude, ...show, ...allow];
  };
  return (
    <Section title="Needs fixing">
      <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 260, overflow: 'auto' }}>
        {problems.map((it) => {
          const [first, ...others] = actsOf(it);
          return (
            <Stack
              component="li"
              key={`${it.fieldName} ${it.message}`}
              direction="row"
              useFlexGap
              sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}
            >
              <Typography sx={{ flex: '1 1 300px' }}>
                <strong>{kindCountText(it.count, rowWords)}</strong>
                {it.fieldName && ` · ${fieldOf(it.fieldName)?.label ?? it.fieldName}`} · {it.message}
                {it.isWarning && !it.isAllowable && ' Can be sent all the same.'}
              </Typography>
              <Button size="small" variant="outlined" onClick={first?.act}>
                {first?.label}
              </Button>
              <RowMenu name={`More for ${it.message}`} items={others} />
            </Stack>
          );
        })}
      </Stack>
      {fixing && (
        <Modal label="Replace all" onClose={() => setFixing(undefined)} size="s">
          <Stack
            component="form"
            spacing={2}
            sx={{ p: 3 }}
            onSubmit={(event) => {
              event.preventDefault();
              onFix(fixing, text);
              setFixing(undefined);
            }}
          >
            <Typography variant="h2">{kindCountText(fixing.count, rowWords)}</Typography>
            <Typography>
              {fixing.message}
              {fixing.fieldName && !columns.includes(fixing.fieldName) && ' The sheet is given a column for it.'}
            </Typography>
            <PlainInput
              label={fieldOf(fixing.fieldName ?? '')?.label ?? 'Value'}
              isBare
              autoFocus
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Stack direction="row" sx={{ gap: 1, justifyContent: 'end' }}>
              <Button onClick={() => setFixing(undefined)}>Cancel</Button>
              <Button type="submit" variant="contained">
                Set all
              </Button>
            </Stack>
          </Stack>
        </Modal>
      )}
    </Section>
  );
}
