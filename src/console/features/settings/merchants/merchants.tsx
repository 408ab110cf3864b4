import { useState } from 'react';
import { readAccess } from '#console/api/access.ts';
import { useAdministered, useSettings, useSettingsChange } from '#console/api/settings.ts';
import { productName } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { Merchant } from '#contract/settings-records.ts';
import { RowMenu } from '#kit/ui/menu.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { Section } from '#kit/ui/section.tsx';
import { ConfirmDialog } from '../confirm.tsx';
import { SettingsListPage, NameLink } from '../list-page.tsx';
import { WaitingChanges } from '../waiting-changes.tsx';
import { MerchantForm } from './form.tsx';

function Disable({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const edit = useSettingsChange('merchantEdit');
  return (
    <ConfirmDialog
      title={`Disable ${merchant.Name}?`}
      action="Disable"
      isSaving={edit.isPending}
      onConfirm={() =>
        edit.mutate(
          { path: { number: merchant.Number }, body: { Disabled: true } },
          { onSuccess: () => void readAccess().finally(onClose) },
        )
      }
      onClose={onClose}
    >
      {edit.error ? (
        <ErrorState error={edit.error} />
      ) : (
        'Nobody can work with it, and nothing is collected or paid out. Its records stay. Once enabled again, everything that fell due meanwhile goes out.'
      )}
    </ConfirmDialog>
  );
}

export function Merchants() {
  const { mayView, isAll, merchants } = useAdministered();
  const mayChange = (number: string) => isAll || merchants.some((it) => it.number === number);
  const enable = useSettingsChange('merchantEdit');
  const [edited, setEdited] = useState<Merchant>();
  const [disabled, setDisabled] = useState<Merchant>();
  const disableOrEnable = (it: Merchant) =>
    it.Status === 'Active'
      ? { label: 'Disable', isDanger: true, act: () => setDisabled(it) }
      : {
          label: 'Enable',
          act: () =>
            enable.mutate(
              { path: { number: it.Number }, body: { Disabled: false } },
              { onSuccess: () => void readAccess() },
            ),
        };
  return (
    <SettingsListPage
      tab="Merchants"
      read={useSettings('merchantsList')}
      notice={mayView && !isAll && merchants.length === 0 && 'You can view merchants but not change them.'}
      add={
        isAll && {
          label: 'Add a merchant',
          form: (onClose, { Products }) => <MerchantForm products={Products} onClose={onClose} />,
        }
      }
      top={
        <>
          <WaitingChanges kind="merchant" />
          {enable.error && <ErrorState error={enable.error} />}
        </>
      }
    >
      {(data) => (
        <>
          <Section title="Merchants">
            <PlainTable
              label="Merchants"
              columns={[
                { label: 'Number', isHead: true },
                { label: 'Name' },
                { label: 'Products', isWide: true },
                { label: 'People', isNumber: true, isWide: true },
                { label: 'Status' },
                { label: 'Actions' },
              ]}
              rows={data.Merchants.map((it) => ({
                key: it.Number,
                cells: [
                  it.Number,
                  <NameLink key="name" to={links.merchant(it.Number)} name={it.Name} />,
                  it.Products.map(productName).join(', '),
                  it.People,
                  it.Status,
                  mayChange(it.Number) && (
                    <RowMenu
                      key="actions"
                      name={`Actions of ${it.Name}`}
                      items={[{ label: 'Edit', act: () => setEdited(it) }, ...(isAll ? [disableOrEnable(it)] : [])]}
                    />
                  ),
                ],
              }))}
            />
          </Section>
          {edited && <MerchantForm merchant={edited} products={data.Products} onClose={() => setEdited(undefined)} />}
          {disabled && <Disable merchant={disabled} onClose={() => setDisabled(undefined)} />}
        </>
      )}
    </SettingsListPage>
  );
}
