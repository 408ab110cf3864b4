import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { readAccess } from '#console/api/access.ts';
import { CallError } from '#console/api/errors.ts';
import { useLabels } from '#console/api/lookups.ts';
import { useSettingsChange, useSettingsNow } from '#console/api/settings.ts';
import { useTenant } from '#console/api/tenant.ts';
import { defaultsOf, valuesOf, type Remembering } from '#console/session/form-defaults.ts';
import { fieldOf } from '#contract/fields.ts';
import { formDefaultFields } from '#contract/form-defaults.ts';
import type { Merchant } from '#contract/settings-records.ts';
import { formatField } from '#kit/ui/format.tsx';
import { later } from '#kit/ui/later.tsx';
import { SettingsLine } from './line.tsx';

const DefaultsDialog = later(async () => (await import('#console/domain/write/defaults-dialog.tsx')).DefaultsDialog);

const forms: readonly [Remembering, string][] = [
  ['mandate', 'Mandates'],
  ['contract', 'Contracts'],
  ['payout', 'Payout contracts'],
];

/** The person's own, in this browser; or those of a merchant, for everybody. */
export function Defaults({ merchant }: { merchant?: Merchant }) {
  const tenant = useTenant();
  const save = useSettingsChange('merchantEdit');
  const labelOf = useLabels(Object.values(formDefaultFields).flat());
  const [open, setOpen] = useState<Remembering>();
  const ofMerchant = merchant?.FormDefaults[tenant.product] ?? {};
  const [unread, setUnread] = useState<CallError>();
  // Changes when the dialog closes: what is still being read for it is then not sent.
  const round = useRef(0);
  const close = () => {
    round.current += 1;
    setUnread(undefined);
    setOpen(undefined);
  };
  const readMerchants = useSettingsNow('merchantsList');
  const keep = async (form: Remembering, given: object) => {
    // One field has the defaults of all forms: those of the others stay as they are stored now.
    const { current } = round;
    setUnread(undefined);
    const now = await readMerchants().catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      return error;
    });
    if (round.current !== current) return;
    if (now instanceof CallError) return setUnread(now);
    const stored = now.Merchants.find((it) => it.Number === merchant?.Number)?.FormDefaults;
    const ofProduct = { ...stored?.[tenant.product], [form]: valuesOf(form, given) };
    const body = { FormDefaults: { ...stored, [tenant.product]: ofProduct } };
    save.mutate(
      { path: { number: merchant?.Number ?? '' }, body },
      { onSuccess: () => void readAccess().finally(close) },
    );
  };
  const textOf = (form: Remembering) => {
    const { values, isFixed, isMerchants } = merchant
      ? { values: valuesOf(form, ofMerchant[form] ?? {}), isFixed: true, isMerchants: false }
      : defaultsOf(tenant, form);
    const parts = Object.entries(values).map(
      ([fieldName, value]) =>
        `${fieldOf(fieldName)?.label ?? fieldName}: ${labelOf(fieldName, value, values) ?? formatField(fieldName, value)}`,
    );
    return parts.length === 0
      ? `Starts with the values ${merchant ? 'each person' : 'you'} used last.`
      : `${isFixed ? '' : isMerchants ? 'The merchant’s, and values used last: ' : 'Values used last: '}${parts.join(', ')}`;
  };
  return (
    <>
      {forms.map(([form, name]) => (
        <SettingsLine
          key={form}
          name={name}
          text={textOf(form)}
          action={
            <Button size="small" aria-label={`Defaults for new ${name.toLowerCase()}`} onClick={() => setOpen(form)}>
              Edit
            </Button>
          }
        />
      ))}
      {open && (
        <DefaultsDialog
          form={open}
          ofMerchant={
            merchant && {
              number: merchant.Number,
              values: ofMerchant[open] ?? {},
              error: unread ?? save.error,
              save: (given) => void keep(open, given),
            }
          }
          onClose={close}
          onSaved={close}
        />
      )}
    </>
  );
}
