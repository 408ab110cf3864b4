import Box from '@mui/material/Box';
import { useParams } from 'react-router-dom';
import { useConfig } from '#console/api/config.ts';
import { useAdministered, useSettings } from '#console/api/settings.ts';
import { productName, useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { Missing } from '#console/domain/missing.tsx';
import { Muted } from '#console/kit/ui/muted.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import { Panel } from '#console/kit/ui/section.tsx';
import { ErrorState, Skeletons } from '#console/kit/ui/states.tsx';
import { Defaults } from '../defaults.tsx';
import { WaitingChanges } from '../waiting-changes.tsx';
import { FourEyes } from './four-eyes.tsx';

export function MerchantPage() {
  const { number = '' } = useParams();
  const { people } = useConfig();
  const { href, product } = useTenant();
  const { merchants, isAll } = useAdministered();
  const may = isAll || merchants.some((it) => it.number === number);
  const { data, error, isPending, refetch } = useSettings('merchantsList');
  const merchant = data?.Merchants.find((it) => it.Number === number);
  const list = { to: href(links.merchants()), label: 'Merchants' };
  return (
    <Page title={merchant?.Name ?? (isPending ? '' : number)} back={list} lead={merchant && `Merchant ${number}`}>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {isPending && <Skeletons rows={4} />}
      {data && !merchant && (
        <Missing what="merchant" where="has this number" list={{ label: 'Go to Merchants', to: list.to }} />
      )}
      {merchant && (
        <Box sx={{ display: 'grid', gap: 2, maxWidth: 720 }}>
          <WaitingChanges kind="merchant" target={number} />
          <Panel title="Four eyes">
            {people === 'offered' ? (
              <FourEyes number={number} />
            ) : (
              <Muted>People are managed elsewhere, so this is set where the service is run.</Muted>
            )}
          </Panel>
          {may && (
            <Panel title={`Form defaults for ${productName(product)}`}>
              <Defaults merchant={merchant} />
            </Panel>
          )}
        </Box>
      )}
    </Page>
  );
}
