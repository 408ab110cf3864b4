import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode, RefObject } from 'react';
import { toleranceOf, type BankAccount, type BankLine } from '#console/domain/bank/book.ts';
import { CheckBox } from '#kit/form/check-box.tsx';
import { Segmented } from '#kit/form/segmented.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { weekdayText } from '#rules/day-text.ts';
import { formatCents } from '#rules/money.ts';
import {
  differenceNames,
  stemOf,
  type DifferenceName,
  type MatchOutcome,
  type Suggestion,
} from '#sheet-engine/matching/item.ts';
import { isRetention, retentionIn } from '#sheet-engine/matching/retention.ts';
import { SuggestionSum } from './sum.tsx';
import { isRememberable, outcomeText, rememberedText, suggestionRuleText, shareText, suggestionText } from './texts.ts';

const names = Object.entries(differenceNames) as [DifferenceName, string][];

/** What the person chose for the open line. */
export interface LineChoice {
  /** Of several that fit; or the line has no debit and is only named. */
  suggestion: Suggestion | undefined;
  name: DifferenceName | undefined;
  isRemembered: boolean;
}

interface Props {
  line: BankLine;
  outcome: MatchOutcome;
  account: BankAccount;
  /** Cents of the month's named differences. */
  used: number;
  choice: LineChoice;
  differenceRef: RefObject<HTMLDivElement | null>;
  isSaving: boolean;
  onChange(choice: LineChoice): void;
  onConfirm(): void;
  onLeave(): void;
  onOtherSum(): void;
  footer: ReactNode;
}

/** Without a debit: the whole line gets a name. */
const namedLine = ({ cents }: BankLine): Suggestion => ({ rule: 'named', terms: [], difference: -cents });

function Difference({
  suggestion,
  choice,
  account,
  used,
  differenceRef,
  onChange,
}: Omit<Props, 'line' | 'outcome'> & { suggestion: Suggestion }) {
  const isWhole = suggestion.rule === 'named';
  const { retention } = toleranceOf(account);
  const share = choice.name === 'retention' && isRetention(suggestion, retention) ? retentionIn(suggestion) : undefined;
  return (
    <Stack
      direction="row"
      useFlexGap
      sx={{
        px: 2,
        py: 1.5,
        gap: 1.5,
        flexWrap: 'wrap',
        alignItems: 'center',
        borderBottom: 1,
        borderColor: 'divider',
        // As faint as a notice, for the contrast of text.
        background: ({ vars: { palette } }) =>
          `color-mix(in srgb, ${palette.warning.main} 6%, ${palette.background.paper})`,
      }}
    >
      <Typography component="span">
        {isWhole ? 'The line' : 'Difference'} <b>{formatCents(Math.abs(suggestion.difference))}</b> is
      </Typography>
      <div ref={differenceRef}>
        <Segmented
          label="Name of the difference"
          options={names}
          value={choice.name}
          onChoose={(name) => onChange({ ...choice, name })}
        />
      </div>
      {!isWhole && share !== undefined && (
        <Muted sx={{ ml: 'auto' }}>
          {shareText(share)} of at most {shareText(retention)}
        </Muted>
      )}
      {!isWhole && share === undefined && (
        <Muted sx={{ ml: 'auto' }}>
          {formatCents(used)} of {formatCents(account.tolerance.month)} used this month
        </Muted>
      )}
    </Stack>
  );
}

/** The open line's suggestion with its sum; several that fit next to each other, and none chosen. */
export function SuggestionPanel(props: Props) {
  const { line, outcome, account, choice, isSaving, onChange, onConfirm, onLeave, onOtherSum, footer } = props;
  const { suggestion } = choice;
  const { retention } = toleranceOf(account);
  const rule = suggestion && { stem: stemOf(line.text), rule: suggestion.rule };
  const isKnown = account.rules.some((it) => it.stem === rule?.stem && it.rule === rule.rule);
  const mayRemember =
    suggestion !== undefined && rule !== undefined && rule.stem !== '' && isRememberable(suggestion) && !isKnown;
  const isReady = suggestion !== undefined && (suggestion.difference === 0 || choice.name !== undefined);
  const hasSeveral = outcome.fits.length > 1;
  const isNamed = suggestion?.rule === 'named';
  return (
    <Paper variant="outlined" component="section" aria-label="Suggestion" sx={{ minWidth: 0, alignSelf: 'start' }}>
      {suggestion && suggestion.difference !== 0 && <Difference {...props} suggestion={suggestion} />}
      <Box sx={{ p: 2 }}>
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'baseline', mb: 1 }}>
          <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {line.text || line.reference || 'No text'}
          </Typography>
          <Muted>{weekdayText(line.date)}</Muted>
          <Muted sx={{ ml: 'auto' }}>
            {suggestion && !isNamed ? suggestionText(suggestion, retention) : outcomeText(outcome, retention)}
          </Muted>
        </Stack>
        {hasSeveral && (
          <Box
            role="group"
            aria-label="Several fit"
            sx={{ display: 'grid', gap: 2, mb: 2, gridTemplateColumns: { md: 'repeat(auto-fit, minmax(280px, 1fr))' } }}
          >
            {outcome.fits.map((fit, at) => (
              <Paper key={at} variant="outlined" sx={{ p: 1.5 }}>
                <Typography sx={{ fontWeight: 500 }}>{suggestionRuleText(fit)}</Typography>
                <SuggestionSum suggestion={fit} cents={line.cents} />
                <Button
                  size="small"
                  variant="outlined"
                  aria-pressed={fit === suggestion}
                  sx={{ mt: 1 }}
                  onClick={() => onChange({ ...choice, suggestion: fit })}
                >
                  Choose this
                </Button>
              </Paper>
            ))}
          </Box>
        )}
        {suggestion && !hasSeveral && <SuggestionSum suggestion={suggestion} cents={line.cents} name={choice.name} />}
        {suggestion && hasSeveral && !outcome.fits.includes(suggestion) && (
          <SuggestionSum suggestion={suggestion} cents={line.cents} name={choice.name} />
        )}
        {!suggestion && !hasSeveral && (
          <Typography color="textSecondary">
            {outcomeText(outcome, retention)}. Match it by hand, name it, or skip it.
          </Typography>
        )}
        {suggestion?.rule === 'settles' && (
          <Muted sx={{ mt: 1 }}>The unpaid list then warns before this debit is collected again.</Muted>
        )}
        {mayRemember && rule && (
          <CheckBox
            label={`Always match ${rememberedText(rule)}`}
            isOn={choice.isRemembered}
            onChange={(isRemembered) => onChange({ ...choice, isRemembered })}
          />
        )}
      </Box>
      <Stack direction="row" useFlexGap sx={{ px: 2, pb: 2, gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Button variant="contained" disabled={!isReady} loading={isSaving} onClick={onConfirm}>
          Confirm
        </Button>
        <Button variant="outlined" color="inherit" onClick={onOtherSum}>
          Match by hand…
        </Button>
        {!isNamed && (
          <Button
            variant="outlined"
            color="inherit"
            onClick={() => onChange({ ...choice, suggestion: namedLine(line), name: undefined })}
          >
            Name it…
          </Button>
        )}
        <Button onClick={onLeave}>Skip</Button>
        <Muted sx={{ ml: 'auto', display: { xs: 'none', lg: 'block' } }}>
          ↑ ↓ Line · Enter Confirm · D Difference · U Undo
        </Muted>
      </Stack>
      {footer}
    </Paper>
  );
}
