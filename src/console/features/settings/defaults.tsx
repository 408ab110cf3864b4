import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useLabels } from '#console/api/lookups.ts';
import { useTenant } from '#console/api/tenant.ts';
import { show } from '#console/kit/ui/format.tsx';
import { defaultsOf, remembered, type Remembering } from '#console/session/form-defaults.ts';
import { fieldOf } from '#contract/fields.ts';
import { Line } from './line.tsx';

const DefaultsDialog = lazy(async () => ({
  default: (await import('#console/domain/write/defaults-dialog.tsx')).DefaultsDialog,
}));

const forms: readonly [Remembering, string][] = [
  ['mandate', 'Mandates'],
  ['contract', 'Contracts'],
  ['payout', 'Payout contracts'],
];

export function Defaults() {
  const tenant = useTenant();
  const labelOf = useLabels(Object.values(remembered).flat());
  const [open, setOpen] = useState<Remembering>();
  const textOf = (form: Remembering) => {
    const { values, isFixed } = defaultsOf(tenant, form);
    const parts = Object.entries(values).map(
      ([fieldName, value]) =>
        `${fieldOf(fieldName)?.label ?? fieldName}: ${labelOf(fieldName, value, values) ?? show(fieldName, value)}`,
    );
    return parts.length === 0
      ? 'Starts with the values you used last.'
      : `${isFixed ? '' : 'Values used last: '}${parts.join(', ')}`;
  };
  return (
    <>
      {forms.map(([form, name]) => (
        <Line
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
        <Suspense fallback={null}>
          <DefaultsDialog form={open} onClose={() => setOpen(undefined)} onSaved={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}
