import { useSettings } from '#console/api/settings.ts';
import { useTenant } from '#console/api/tenant.ts';
import { eventTypes, mostEndpoints } from '#contract/events.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { SettingsListPage } from '../list-page.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { Endpoint } from './endpoint.tsx';

/** What only a service of its own knows at once. */
const isLeftOut = (types: readonly string[]) => !types.includes(eventTypes[0]);

/** Where the events of the merchant go. */
export function EventsPage() {
  const { merchant } = useTenant();
  const read = useSettings('eventEndpointsList', { number: merchant }, ({ Endpoints }) =>
    Endpoints.some(({ Waiting }) => Waiting > 0),
  );
  const isFull = (read.data?.Endpoints.length ?? 0) >= mostEndpoints;
  return (
    <SettingsListPage
      tab="Events"
      read={read}
      add={
        !isFull && {
          label: 'Add an endpoint',
          form: (onClose, { Types }) => <EndpointForm number={merchant} types={Types} onClose={onClose} />,
        }
      }
    >
      {({ Endpoints, Types }) => (
        <>
          <Muted>
            Other programs learn of what happens to this merchant’s money by signed events, which have numbers of
            records and no names or accounts.
            {isLeftOut(Types) &&
              ' Debits, mandates and paid payouts are not among them: the provider does not report when they change.'}
            {isFull && ` A merchant has at most ${mostEndpoints} endpoints.`}
          </Muted>
          {Endpoints.length === 0 && <Muted>No endpoints yet.</Muted>}
          {Endpoints.map((it) => (
            <Endpoint key={it.Endpoint} number={merchant} endpoint={it} types={Types} />
          ))}
        </>
      )}
    </SettingsListPage>
  );
}
