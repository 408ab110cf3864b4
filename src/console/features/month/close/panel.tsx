import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { usePermissions } from '#console/api/permission.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { MonthState } from '#contract/month-end.ts';
import { monthPlus } from '#kit/dates/calendar-days.ts';
import { sentence } from '#kit/form/field-text.ts';
import { ReasonDialog } from '#kit/form/reason-dialog.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { Section } from '#kit/ui/section.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { countText } from '#kit/ui/sums.ts';
import { minuteText, monthText } from '#rules/day-text.ts';
import { formatCents } from '#rules/money.ts';
import { ChangeList } from '../change-list.tsx';
import { useClosing, useMonthState } from '../closings.ts';
import { PackOutcome } from '../pack/panel.tsx';
import type { Pack } from '../pack/use-pack.ts';
import { ComparePanel } from './compare.tsx';

const ReopenDialog = ({
  name,
  reopen,
  onClose,
}: {
  name: string;
  reopen(reason: string): Promise<unknown>;
  onClose(): void;
}) => (
  <ReasonDialog
    title={`Reopen ${name}?`}
    text="The earlier close stays on record with your reason."
    action="Reopen"
    saving="Reopening…"
    maxLength={500}
    send={reopen}
    onClose={onClose}
  />
);

interface Props {
  month: string;
  /** Whole cents; undefined while it is read. */
  closing: number | null | undefined;
  /** Cents matched to the bank that the service can't compute. */
  matched: number;
  /** Bank lines that are not matched. */
  openLines: number;
  /** Why it can't be closed; '' if it can. */
  why: string;
  pack: Pack;
  /** Builds the pack; the file is written once `sign` resolves. */
  save(sign: Parameters<Pack['save']>[0]['sign'], state?: MonthState): Promise<boolean>;
}

const signedText = ({ Manifest }: MonthState): string => {
  const matched = Manifest?.Figures.Matched ?? 0;
  if (Manifest?.BankAccounts)
    return 'The service computed the same figures, those of the matched bank lines too, and signed them.';
  if (matched === 0) return 'The service computed the same figures and signed them; no bank line is counted.';
  return `The service computed the same figures and signed them. ${statedText(matched)}`;
};

const statedText = (matched: number): string =>
  `That the bank has shown ${formatCents(matched)} is only stated: the service keeps no matched lines with this sum.`;

const carriedText = (month: string, cents: number): string =>
  `${formatCents(cents)} in transit is carried forward to ${monthText(monthPlus(month, 1))}.`;

function Closed({ month, state, why, pack, save }: Props & { state: MonthState }) {
  const { reopen } = useClosing(month);
  const [isReopening, setReopening] = useState(false);
  const mayClose = usePermissions()?.includes('close') ?? true;
  const { Closing: closing } = state;
  if (!closing) return null;
  const name = monthText(month);
  const again = () =>
    void save(
      async (manifest) =>
        JSON.stringify(manifest) === JSON.stringify(state.Manifest) ? (state.Signature ?? null) : null,
      state,
    );
  return (
    <>
      <Section
        title={`${name} is closed`}
        actions={
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
            <Button variant="outlined" disabled={!mayClose} onClick={() => setReopening(true)}>
              Reopen…
            </Button>
            <SaveButton
              variant="outlined"
              isSaving={pack.progress !== ''}
              saving="Building…"
              disabled={why !== ''}
              onClick={again}
            >
              Save the pack again
            </SaveButton>
          </Stack>
        }
      >
        <Stack spacing={1}>
          <Typography>
            {`Closed on ${minuteText(closing.ClosedAt)} by ${closing.ClosedBy}. ${signedText(state)} ${carriedText(month, closing.Closing)}`}
          </Typography>
          {closing.Version > 1 && <Muted>{`Close ${closing.Version} of this month.`}</Muted>}
          {why && <Muted>{sentence(why)}</Muted>}
          <PackOutcome pack={pack} />
        </Stack>
      </Section>
      <Section title="Changed since close">
        <ChangeList label="Changed since close" differences={state.Differences} count={state.DifferenceCount} />
      </Section>
      {isReopening && <ReopenDialog name={name} reopen={reopen} onClose={() => setReopening(false)} />}
    </>
  );
}

function Open({ month, closing, matched, openLines, why, pack, save }: Props) {
  const { close } = useClosing(month);
  const mayClose = usePermissions()?.includes('close') ?? true;
  const name = monthText(month);
  const reason = mayClose ? why : 'You don’t have permission to close months';
  return (
    <Section
      title={`Close ${name}`}
      actions={
        <SaveButton
          isSaving={pack.progress !== ''}
          saving="Closing…"
          disabled={reason !== ''}
          onClick={() => void save(async (manifest) => (await close(manifest)).Signature ?? null)}
        >
          {`Close ${name} and save its pack`}
        </SaveButton>
      }
    >
      <Stack spacing={1}>
        <Typography>
          We recalculate the month and lock it. Later changes are listed here.{' '}
          {typeof closing === 'number' && carriedText(month, closing)}
        </Typography>
        {matched !== 0 && <Muted>{statedText(matched)}</Muted>}
        {openLines > 0 && <Muted>{`${countText(openLines, ['bank line is', 'bank lines are'])} not matched.`}</Muted>}
        {reason && <Muted>{sentence(reason)}</Muted>}
        <PackOutcome pack={pack} />
      </Stack>
    </Section>
  );
}

/** The last step: closed by the service, or why it is not; and a saved pack compared with what is reported. */
export function ClosePanel(props: Props) {
  const state = useMonthState(props.month);
  return (
    <>
      {state.isLoading && <Skeletons rows={3} />}
      {state.error && <ErrorState error={state.error} retry={() => void state.refetch()} />}
      {state.data && (state.data.Closing ? <Closed {...props} state={state.data} /> : <Open {...props} />)}
      <ComparePanel />
    </>
  );
}
