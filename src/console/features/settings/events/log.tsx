import Button from '@mui/material/Button';
import { useSettings, useSettingsChange } from '#console/api/settings.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { EventDelivery } from '#contract/events.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { StatusMark } from '#kit/ui/status.tsx';
import { minuteText } from '#rules/day-text.ts';
import { attemptsText, deliveryMarks, eventText } from './texts.ts';

interface Props {
  number: string;
  endpoint: string;
}

const numbersOf = (content: string): string => {
  const { ContractNumber, ClientNumber, Month } = JSON.parse(content) as Record<string, string | undefined>;
  return [ClientNumber, ContractNumber, Month].filter(Boolean).join(' · ');
};

function Status({ delivery }: { delivery: EventDelivery }) {
  const [value, label] = deliveryMarks[delivery.State];
  const attempts = attemptsText(delivery);
  return (
    <>
      <StatusMark value={value} label={label} />
      {attempts !== undefined && <small>{attempts}</small>}
    </>
  );
}

/** The last events of an endpoint. */
export function DeliveryLog({ number, endpoint }: Props) {
  const path = { number, endpoint };
  const { data, error, refetch } = useSettings('eventDeliveriesList', path, ({ Deliveries }) =>
    Deliveries.some(({ State }) => State === 'WAITING'),
  );
  const resend = useSettingsChange('eventResend');
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Skeletons rows={2} />;
  if (data.Deliveries.length === 0) return <Muted>No events in the last 30 days.</Muted>;
  return (
    <>
      {resend.error && <ErrorState error={resend.error} />}
      <PlainTable
        label="Last events"
        maxHeight={data.Deliveries.length > 8 ? 360 : undefined}
        hasCards
        columns={[
          { label: 'Event', isHead: true },
          { label: 'Happened' },
          { label: 'Status' },
          { label: 'Attempts', isNumber: true, isWide: true },
          { label: 'Actions' },
        ]}
        rows={data.Deliveries.map((it) => ({
          key: it.Event,
          cells: [
            <span key="event">
              {eventText(it.Type)}
              <small>{numbersOf(it.Content)}</small>
            </span>,
            minuteText(it.HappenedAt),
            <Status key="status" delivery={it} />,
            it.Attempts,
            it.State !== 'WAITING' && (
              <Button
                key="again"
                size="small"
                aria-label={`Resend: ${eventText(it.Type)}`}
                onClick={() => resend.mutate({ path: { ...path, event: it.Event } })}
              >
                Resend
              </Button>
            ),
          ],
        }))}
      />
    </>
  );
}
