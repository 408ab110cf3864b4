import { useParams } from 'react-router-dom';
import { useConfig } from '#console/api/config.ts';
import { useAdministered, useSettings } from '#console/api/settings.ts';
import { productName, useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { Panel } from '#kit/ui/section.tsx';
import { Defaults } from '../defaults.tsx';
import { SettingsRecordPage } from '../record-page.tsx';
import { WaitingChanges } from '../waiting-changes.tsx';
import { CollectingLimitsPanel } from './collecting-limits.tsx';
import { MerchantConnection } from './connection.tsx';
import { FourEyes } from './four-eyes.tsx';
import { MessageHoursPanel } from './message-hours.tsx';

export function MerchantPage() {
  const { number = '' } = useParams();
  const { people } = useConfig();
  const { product } = useTenant();
  const { merchants, isAll } = useAdministered();
  const may = isAll || merchants.some((it) => it.number === number);
  const read = useSettings('merchantsList');
  return (
    <SettingsRecordPage
      noun="merchant"
      id={number}
      lead={`Merchant ${number}`}
      where="has this number"
      list={{ label: 'Merchants', path: links.merchants() }}
      read={read}
      record={read.data?.Merchants.find((it) => it.Number === number)}
    >
      {(merchant) => (
        <>
          <WaitingChanges kind="merchant" target={number} />
          <Panel title="Four eyes">
            {people === 'offered' ? (
              <FourEyes number={number} />
            ) : (
              <Muted>People are managed elsewhere, so this is set where the service is run.</Muted>
            )}
          </Panel>
          <Panel title="Limits on collecting again">
            <CollectingLimitsPanel number={number} />
          </Panel>
          <Panel title="When messages go">
            <MessageHoursPanel number={number} />
          </Panel>
          {may && (
            <Panel title={`Form defaults for ${productName(product)}`}>
              <Defaults merchant={merchant} />
            </Panel>
          )}
          {may && <MerchantConnection number={number} />}
        </>
      )}
    </SettingsRecordPage>
  );
}
