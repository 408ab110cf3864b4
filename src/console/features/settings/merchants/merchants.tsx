import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { readAccess } from '#console/api/access.ts';
import { useAdministered, useSettings, useSettingsChange } from '#console/api/settings.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { RowMenu } from '#console/kit/ui/menu.tsx';
import { Modal } from '#console/kit/ui/modal.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import { PlainTable } from '#console/kit/ui/plain-table.tsx';
import { SaveButton } from '#console/kit/ui/save-button.tsx';
import { Section } from '#console/kit/ui/section.tsx';
import { ErrorState, Skeletons } from '#console/kit/ui/states.tsx';
import type { Merchant } from '#contract/settings-records.ts';
import { SettingsTabs } from '../tabs.tsx';
import { WaitingChanges } from '../waiting-changes.tsx';
import { MerchantForm } from './form.tsx';

function Disable({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const { Number, Name } = merchant;
  const edit = useSettingsChange('merchantEdit');
  return (
    <Modal
      title={`Disable ${Name}?`}
      role="alertdialog"
      size="s"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <SaveButton
            color="error"
            isSaving={edit.isPending}
            onClick={() =>
              edit.mutate(
                { path: { number: Number }, body: { Disabled: true } },
                { onSuccess: () => void readAccess().finally(onClose) },
              )
            }
          >
            Disable
          </SaveButton>
        </>
      }
    >
      {edit.error ? (
        <ErrorState error={edit.error} />
      ) : (
        'Nobody can work with it, and nothing is collected or paid out. Its records stay. Once enabled again, everything that fell due meanwhile goes out.'
      )}
    </Modal>
  );
}

export function Merchants() {
  const { href } = useTenant();
  const { mayView, isAll, merchants } = useAdministered();
  const mayChange = (number: string) => isAll || merchants.some((it) => it.number === number);
  const { data, error, isPending, refetch } = useSettings('merchantsList');
  const enable = useSettingsChange('merchantEdit');
  const [edited, setEdited] = useState<Merchant | 'new'>();
  const [disabled, setDisabled] = useState<Merchant>();
  return (
    <Page
      title="Settings"
      tab="Merchants"
      tabs={<SettingsTabs />}
      actions={
        isAll && (
          <Button variant="contained" onClick={() => setEdited('new')}>
            Add a merchant
          </Button>
        )
      }
    >
      {mayView && !isAll && merchants.length === 0 && (
        <Notice tone="info">You can view merchants but not change them.</Notice>
      )}
      <WaitingChanges kind="merchant" />
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {enable.error && <ErrorState error={enable.error} />}
      {isPending && <Skeletons rows={6} />}
      {data && (
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
                <Link key="name" component={RouterLink} to={href(links.merchant(it.Number))} underline="always">
                  {it.Name}
                </Link>,
                it.Products.join(', '),
                it.People,
                it.Status,
                mayChange(it.Number) && (
                  <RowMenu
                    key="actions"
                    name={`Actions of ${it.Name}`}
                    items={[
                      { label: 'Edit', act: () => setEdited(it) },
                      ...(isAll
                        ? [
                            it.Status === 'Active'
                              ? { label: 'Disable', isDanger: true, act: () => setDisabled(it) }
                              : {
                                  label: 'Enable',
                                  act: () =>
                                    enable.mutate(
                                      { path: { number: it.Number }, body: { Disabled: false } },
                                      { onSuccess: () => void readAccess() },
                                    ),
                                },
                          ]
                        : []),
                    ]}
                  />
                ),
              ],
            }))}
          />
        </Section>
      )}
      {edited && data && (
        <MerchantForm
          merchant={edited === 'new' ? undefined : edited}
          products={data.Products}
          onClose={() => setEdited(undefined)}
        />
      )}
      {disabled && <Disable merchant={disabled} onClose={() => setDisabled(undefined)} />}
    </Page>
  );
}
