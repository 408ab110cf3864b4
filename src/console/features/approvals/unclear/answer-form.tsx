import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { OperationName } from '#contract/operations.ts';
import type { OutgoingDecision } from '#contract/outgoing-calls.ts';
import { PlainTextArea } from '#kit/form/plain-field.tsx';
import { RadioButton } from '#kit/form/radio-button.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { maxReason } from '../texts.ts';
import { decisionAnswers } from './texts.ts';

const Answer = styled('div')(({ theme }) => ({
  padding: '8px 14px',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  '&:has(:checked)': {
    borderColor: theme.vars.palette.text.primary,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.text.primary}`,
  },
  '& > label': { alignItems: 'flex-start' },
  '& input': { marginTop: '3px !important' },
}));

export interface GivenAnswer {
  outcome: OutgoingDecision['Outcome'] | undefined;
  reason: string;
}

interface Props {
  operation: OperationName;
  given: GivenAnswer;
  onChange(given: GivenAnswer): void;
  /** Says what is missing. */
  isTried: boolean;
}

/** Neither answer is chosen beforehand: a person must have looked. */
export function AnswerForm({ operation, given, onChange, isTried }: Props) {
  const name = useId();
  const isMissing = isTried && given.outcome === undefined;
  return (
    <Stack spacing={1.5}>
      <Box
        component="fieldset"
        aria-describedby={isMissing ? `${name}-missing` : undefined}
        sx={{ display: 'grid', gap: 1, m: 0, p: 0, border: 0, minWidth: 0 }}
      >
        <Typography component="legend" variant="h3" sx={{ p: 0, mb: 1 }}>
          Decide
        </Typography>
        {decisionAnswers(operation).map(({ outcome, label, text }) => (
          <Answer key={outcome}>
            <RadioButton
              name={name}
              isOn={given.outcome === outcome}
              onChoose={() => onChange({ ...given, outcome })}
              label={
                <span>
                  <b>{label}</b>
                  <Muted component="span" sx={{ display: 'block' }}>
                    {text}
                  </Muted>
                </span>
              }
            />
          </Answer>
        ))}
        {isMissing && (
          <Typography id={`${name}-missing`} role="alert" variant="body2" color="error">
            Choose what happened
          </Typography>
        )}
      </Box>
      <PlainTextArea
        label="Reason"
        required
        rows={2}
        maxLength={maxReason}
        value={given.reason}
        error={isTried && given.reason.trim() === '' ? 'Enter a reason' : undefined}
        onChange={({ target }) => onChange({ ...given, reason: target.value })}
      />
    </Stack>
  );
}
