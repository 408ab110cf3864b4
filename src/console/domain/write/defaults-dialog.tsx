import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { FormProvider, useForm, type FieldValues } from 'react-hook-form';
import { productName, useTenant } from '#console/api/tenant.ts';
import { FieldInput } from '#console/domain/fields/field-input.tsx';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { defaultsOf, setDefaults, type Remembering } from '#console/session/form-defaults.ts';
import { formDefaultFields } from '#contract/form-defaults.ts';
import { CheckBox } from '#kit/form/check-box.tsx';
import { FormActions } from './form-actions.tsx';
import { WriteDialog } from './write-dialog.tsx';

const names: Record<Remembering, string> = { mandate: 'mandates', contract: 'contracts', payout: 'payout contracts' };

export function DefaultsDialog(props: {
  form: Remembering;
  /** Those of a merchant, for everybody; otherwise the person's own. */
  ofMerchant?: { number: string; values: object; error: unknown; save(values: object): void };
  onSaved(values: Record<string, unknown>): void;
  onClose(): void;
}) {
  const { form, ofMerchant, onSaved, onClose } = props;
  const tenant = useTenant();
  const [start] = useState(() => defaultsOf(tenant, form));
  const [isFixed, setFixed] = useState(start.isFixed);
  const fields = useForm<FieldValues>({ defaultValues: ofMerchant ? { ...ofMerchant.values } : start.values });
  const save = (values: FieldValues, fixed: boolean) => {
    if (ofMerchant) return ofMerchant.save(values);
    setDefaults(tenant, form, values, fixed);
    onSaved(values);
  };
  const submit = (event: FormEvent) => void fields.handleSubmit((values) => save(values, isFixed))(event);
  return (
    <WriteDialog open title={`Defaults for new ${names[form]}`} onClose={onClose}>
      <FormProvider {...fields}>
        <form noValidate onSubmit={submit}>
          <Stack spacing={2} sx={{ pt: 1 }}>
            <Typography color="textSecondary">
              {ofMerchant
                ? `For everybody of merchant ${ofMerchant.number}, ${productName(tenant.product)}, without defaults of their own.`
                : `For merchant ${tenant.merchant}, ${productName(tenant.product)}, in this browser.`}
            </Typography>
            {formDefaultFields[form].map((fieldName) => (
              <FieldInput key={fieldName} fieldName={fieldName} />
            ))}
            {!ofMerchant && <CheckBox label="Always use these defaults" isOn={isFixed} onChange={setFixed} />}
            <FormActions notes={ofMerchant?.error ? <ErrorState error={ofMerchant.error} /> : undefined}>
              <Button onClick={() => save({}, false)} sx={{ mr: 'auto' }}>
                Clear all
              </Button>
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" variant="contained">
                Save defaults
              </Button>
            </FormActions>
          </Stack>
        </form>
      </FormProvider>
    </WriteDialog>
  );
}
