import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { fieldOf } from '#contract/fields.ts';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { Section } from '#kit/ui/section.tsx';
import type { ProblemGroup } from '#sheet-engine/summary.ts';
import type { SheetFilter } from '#sheet-engine/view.ts';
import type { SheetLayout } from './columns.tsx';
import { kindCountText } from './kinds.ts';

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
  return (
    <Section title="Needs fixing">
      <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 260, overflow: 'auto' }}>
        {problems.map((it) => (
          <Stack
            component="li"
            key={`${it.fieldName} ${it.message}`}
            direction="row"
            useFlexGap
            sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}
          >
            <Typography sx={{ flex: '1 1 300px' }}>
              <strong>{kindCountText(it.count, { one: 'row', many: 'rows' })}</strong>
              {it.fieldName && ` · ${fieldOf(it.fieldName)?.label ?? it.fieldName}`} · {it.message}
              {it.isWarning && !it.isAllowable && ' Can be sent all the same.'}
            </Typography>
            <Button size="small" onClick={() => onShow(it)}>
              Go to first
            </Button>
            <Button
              size="small"
              onClick={() =>
                onFilter(isOnly(it) ? 'all' : { problem: { fieldName: it.fieldName, message: it.message } })
              }
            >
              {isOnly(it) ? 'Show all rows' : 'Filter to these'}
            </Button>
            {it.fieldName &&
              columns.includes(it.fieldName) &&
              it.suggestions?.map(({ text: meant, label }) => (
                <Button key={meant} size="small" variant="outlined" onClick={() => onFix(it, meant)}>
                  Use {it.suggestions?.length === 1 ? 'it' : label} for{' '}
                  {it.count === 1 ? 'this row' : `all ${kindCountText(it.count, { one: 'row', many: 'rows' })}`}
                </Button>
              ))}
            {it.fieldName && fieldNames.includes(it.fieldName) && (
              <Button
                size="small"
                onClick={() => {
                  setFixing(it);
                  setText('');
                }}
              >
                Replace all…
              </Button>
            )}
            {it.isUnread && it.fieldName && !required.includes(it.fieldName) && (
              <Button size="small" onClick={() => onFix(it, '')}>
                Leave empty
              </Button>
            )}
            {it.isAllowable && (
              <Button size="small" onClick={() => onAllow(it, !it.isWarning)}>
                {it.isWarning ? 'Don’t send' : 'Send all the same'}
              </Button>
            )}
            <Button size="small" onClick={() => onExclude(it)}>
              Exclude
            </Button>
          </Stack>
        ))}
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
            <Typography variant="h2">{kindCountText(fixing.count, { one: 'row', many: 'rows' })}</Typography>
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
