import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useCallback, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTenant } from '#console/api/tenant.ts';
import { defaultsOf, rememberDefaults, type Remembering } from '#console/session/form-defaults.ts';
import { formDefaultFields } from '#contract/form-defaults.ts';
import { later } from '#kit/ui/later.tsx';
import { TemplatesButton } from './templates.tsx';

const DefaultsDialog = later(async () => (await import('./defaults-dialog.tsx')).DefaultsDialog);

export function useFormDefaults(form: Remembering) {
  const { merchant, product } = useTenant();
  const values = useCallback(() => defaultsOf({ merchant, product }, form).values, [merchant, product, form]);
  const remember = useCallback(
    (record: object) => rememberDefaults({ merchant, product }, form, record),
    [merchant, product, form],
  );
  return { values, remember };
}

/** Must be inside the form. */
export function DefaultsLine({ form }: { form: Remembering }) {
  const { setValue, getFieldState } = useFormContext();
  const tenant = useTenant();
  const [isOpen, setOpen] = useState(false);
  const { values, isFixed, isMerchants } = defaultsOf(tenant, form);
  const hasSome = Object.keys(values).length > 0;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, color: 'text.secondary', mb: 2 }}>
      {hasSome &&
        (isFixed
          ? 'This form starts with your defaults.'
          : isMerchants
            ? 'This form starts with the merchant’s defaults.'
            : 'Prefilled from your last entry.')}
      <Button size="small" onClick={() => setOpen(true)}>
        Defaults
      </Button>
      <TemplatesButton form={form} />
      {isOpen && (
        <DefaultsDialog
          form={form}
          onClose={() => setOpen(false)}
          onSaved={(next) => {
            setOpen(false);
            for (const fieldName of formDefaultFields[form])
              if (!getFieldState(fieldName).isDirty) setValue(fieldName, next[fieldName] ?? null);
          }}
        />
      )}
    </Box>
  );
}
