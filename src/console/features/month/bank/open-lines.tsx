import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { toleranceOf, type BankMatch } from '#console/domain/bank/book.ts';
import { EmptyState } from '#kit/ui/states.tsx';
import { countText, formatCount } from '#kit/ui/sums.ts';
import { formatCents } from '#rules/money.ts';
import {
  stemOf,
  type AccountRule,
  type Match,
  type MatchOutcome,
  type Suggestion,
} from '#sheet-engine/matching/item.ts';
import { isRetention } from '#sheet-engine/matching/retention.ts';
import type { MatchingState } from '#sheet-engine/matching/session.ts';
import { Lines } from './lines.tsx';
import { MatchedLines, matchText } from './matched.tsx';
import { OtherSum } from './other-sum.tsx';
import { SuggestionPanel, type LineChoice } from './suggestion.tsx';
import { isRememberable, shortDay } from './texts.ts';
import type { MonthBank } from './use-bank.ts';

/** Bank charges and retentions have an obvious name; another difference must be named by a person. */
function usualName(suggestion: Suggestion | undefined, text: string, mostRetained: number): LineChoice['name'] {
  if (suggestion?.rule === 'named') return /\bvat\b/i.test(text) ? 'vat' : 'fee';
  return suggestion && isRetention(suggestion, mostRetained) ? 'retention' : undefined;
}

function choiceFor(outcome: MatchOutcome | undefined, text: string, mostRetained: number): LineChoice {
  const [only, ...others] = outcome?.fits ?? [];
  const suggestion = others.length === 0 ? only : undefined;
  return { suggestion, name: outcome?.byRule?.name ?? usualName(suggestion, text, mostRetained), isRemembered: false };
}

/** After a match, the sums of other lines may be different ones; a line that is a difference as a whole stays one. */
const isStillOffered = ({ suggestion }: LineChoice, outcome: MatchOutcome | undefined): boolean =>
  suggestion !== undefined &&
  outcome !== undefined &&
  (suggestion.rule === 'named' || outcome.fits.some((it) => JSON.stringify(it) === JSON.stringify(suggestion)));

/** Lines that may be confirmed together: exact and the only one, or suggested by a remembered rule. */
function together(lines: MonthBank['lines'], state: MatchingState, isIncluded: (it: MatchOutcome) => boolean): Match[] {
  return lines.flatMap((line): Match[] => {
    const outcome = state.outcomes.get(line.id);
    const [only, ...others] = outcome?.fits ?? [];
    if (!outcome || !only || others.length > 0 || !isIncluded(outcome)) return [];
    return [{ ...only, line: line.id, name: outcome.byRule?.name, byRule: outcome.byRule?.stem }];
  });
}

const isExact = ({ fits: [only] }: MatchOutcome): boolean => only?.rule === 'exact';

/** Open lines left, the current one's suggestion right. After each confirmation the next open line follows. */
export function OpenLines({
  bank,
  state,
  used,
  taken,
  onContinue,
}: {
  bank: MonthBank;
  state: MatchingState;
  used: number;
  /** Statements taken on this page: each moves the focus to the lines. */
  taken: number;
  onContinue(): void;
}) {
  const { lines, kept, confirm, undo, worker } = bank;
  const open = lines.filter((it) => state.outcomes.has(it.id));
  const [selected, setSelected] = useState('');
  const [choices, setChoices] = useState<ReadonlyMap<string, LineChoice>>(new Map());
  const [known, setKnown] = useState(state);
  if (known !== state) {
    setKnown(state);
    setChoices(new Map([...choices].filter(([id, it]) => isStillOffered(it, state.outcomes.get(id)))));
  }
  const [last, setLast] = useState<{ lines: string[]; text: string }>();
  const [isSaving, setSaving] = useState(false);
  const [isOther, setOther] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const difference = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (taken > 0) list.current?.focus();
  }, [taken]);
  const current = open.find((it) => it.id === selected) ?? open[0];
  const outcome = current && state.outcomes.get(current.id);
  if (!kept) return null;
  const { account } = kept.book;
  const { retention } = toleranceOf(account);
  const choice = (current && choices.get(current.id)) ?? choiceFor(outcome, current?.text ?? '', retention);

  const after = (id: string): string => {
    const at = open.findIndex((it) => it.id === id);
    return (open[at + 1] ?? open[at - 1])?.id ?? '';
  };
  const saved = async (matches: readonly Match[], text: string, next: string, rules?: AccountRule[]): Promise<void> => {
    setSaving(true);
    const isKept = await confirm(matches, rules ? { ...account, rules: [...account.rules, ...rules] } : account);
    setSaving(false);
    if (!isKept) return;
    setLast({ lines: matches.map((it) => it.line), text });
    // A line that was chosen while this was saved stays chosen.
    setSelected((now) => (now === selected ? next : now));
    list.current?.focus();
  };
  const confirmCurrent = async (): Promise<void> => {
    const { suggestion, name, isRemembered } = choice;
    if (!current || !suggestion || isSaving || (suggestion.difference !== 0 && name === undefined)) return;
    const match: Match = {
      ...suggestion,
      line: current.id,
      name: suggestion.difference === 0 ? undefined : name,
      byRule: outcome?.byRule?.stem,
    };
    const stem = stemOf(current.text);
    const rules =
      isRemembered && isRememberable(suggestion) ? [{ stem, rule: suggestion.rule, name: match.name }] : undefined;
    const text = `${shortDay(current.date)}, ${formatCents(current.cents)} = ${matchText(match as BankMatch)}`;
    await saved([match], text, after(current.id), rules);
  };
  const undoLast = async (): Promise<void> => {
    if (!last || isSaving) return;
    setSaving(true);
    for (const line of last.lines) if (!(await undo(line))) break;
    setSaving(false);
    setSelected(last.lines[0] ?? '');
    setLast(undefined);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      Enter: () => void confirmCurrent(),
      u: () => void undoLast(),
      d: () => difference.current?.querySelector('input')?.focus(),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const change = (next: LineChoice): void => {
    if (current) setChoices((now) => new Map([...now, [current.id, next]]));
  };
  const groups = [
    { of: together(open, state, isExact), label: 'exact' },
    { of: together(open, state, (it) => !isExact(it) && it.byRule !== undefined), label: 'by a rule' },
  ];
  const footer = last && (
    <Stack
      direction="row"
      useFlexGap
      sx={{ px: 2, py: 1, gap: 1, alignItems: 'center', borderTop: 1, borderColor: 'divider' }}
    >
      <Typography role="status" variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        ✓ {last.text}
      </Typography>
      <Button size="small" onClick={() => void undoLast()}>
        Undo
      </Button>
    </Stack>
  );
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 5fr)' },
      }}
    >
      <Paper variant="outlined" component="section" aria-label="Bank lines" sx={{ minWidth: 0, alignSelf: 'start' }}>
        <Stack direction="row" useFlexGap sx={{ px: 2, py: 1.5, gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <Typography variant="h2" sx={{ mr: 'auto' }}>
            {countText(open.length, ['line', 'lines'])} left
          </Typography>
          {groups.map(
            ({ of, label }) =>
              of.length > 0 && (
                <Button
                  key={label}
                  size="small"
                  variant="contained"
                  disabled={isSaving}
                  onClick={() => void saved(of, `${countText(of.length, ['line', 'lines'])} matched, ${label}`, '')}
                >
                  Confirm {formatCount(of.length)} {label}
                </Button>
              ),
          )}
        </Stack>
        {open.length > 0 && (
          <Lines
            lines={open}
            outcomes={state.outcomes}
            retention={retention}
            current={current?.id ?? ''}
            listRef={list}
            onSelect={setSelected}
            onKey={onKey}
          />
        )}
        <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
          <MatchedLines lines={lines} matches={state.matches as BankMatch[]} onUndo={(line) => void undo(line)} />
        </Box>
      </Paper>
      {current && outcome ? (
        <SuggestionPanel
          line={current}
          outcome={outcome}
          account={account}
          used={used}
          choice={choice}
          differenceRef={difference}
          isSaving={isSaving}
          onChange={change}
          onConfirm={() => void confirmCurrent()}
          onOtherSum={() => setOther(true)}
          onLeave={() => setSelected(after(current.id))}
          footer={footer}
        />
      ) : (
        <Paper variant="outlined" sx={{ alignSelf: 'start' }}>
          <EmptyState
            title="Every line is matched"
            action={
              <Button variant="contained" autoFocus={last !== undefined} onClick={onContinue}>
                Continue
              </Button>
            }
          />
          {footer}
        </Paper>
      )}
      {isOther && current && worker && (
        <OtherSum
          line={current}
          worker={worker}
          onChoose={(suggestion) => {
            change({ suggestion, name: undefined, isRemembered: false });
            setOther(false);
          }}
          onClose={() => setOther(false)}
        />
      )}
    </Box>
  );
}
