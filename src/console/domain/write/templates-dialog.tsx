import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { productName, useTenant } from '#console/api/tenant.ts';
import {
  keepTemplates,
  templatesOf,
  templateValues,
  type TemplateFormName,
  type FormTemplates,
} from '#console/session/form-templates.ts';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { Modal } from '#kit/ui/modal.tsx';

const names = { mandate: 'mandates', contract: 'contracts', payout: 'payout contracts', client: 'clients' };

/** Saves what the form has under a name, and fills the form from a template. */
export function TemplatesDialog({ form, onClose }: { form: TemplateFormName; onClose(): void }) {
  const tenant = useTenant();
  const { getValues, setValue } = useFormContext();
  const [templates, setTemplates] = useState(() => templatesOf(tenant, form));
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const keep = (next: FormTemplates) => {
    keepTemplates(tenant, form, next);
    setTemplates(next);
  };
  const save = () => {
    const values = templateValues(getValues());
    const isEmpty = Object.keys(values).length === 0;
    setProblem(!name.trim() ? 'Enter a name for the template.' : isEmpty ? 'The form has nothing to save yet.' : '');
    if (!name.trim() || isEmpty) return;
    keep({ ...templates, [name.trim()]: values });
    setName('');
  };
  const use = (template: string) => {
    for (const [fieldName, value] of Object.entries(templates[template] ?? {}))
      setValue(fieldName, value, { shouldDirty: true, shouldValidate: true });
    onClose();
  };
  const remove = (template: string) => {
    const { [template]: _, ...others } = templates;
    keep(others);
  };
  return (
    <Modal title={`Templates for new ${names[form]}`} onClose={onClose} size="s">
      <Stack spacing={2}>
        {Object.keys(templates).length === 0 && (
          <Typography color="textSecondary">No templates yet. Save what you’ve filled in to reuse it.</Typography>
        )}
        <Stack component="ul" spacing={0.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {Object.keys(templates).map((it) => (
            <Stack component="li" direction="row" key={it} sx={{ alignItems: 'center', gap: 1 }}>
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{it}</Box>
              <Button size="small" variant="outlined" aria-label={`Use the template ${it}`} onClick={() => use(it)}>
                Use
              </Button>
              <Button size="small" aria-label={`Delete the template ${it}`} onClick={() => remove(it)}>
                Delete
              </Button>
            </Stack>
          ))}
        </Stack>
        <Stack direction="row" useFlexGap spacing={1} sx={{ alignItems: 'flex-start' }}>
          <Box sx={{ flex: 1 }}>
            <PlainInput
              label="Name of this template"
              value={name}
              error={problem || undefined}
              maxLength={60}
              onChange={(event) => setName(event.target.value)}
            />
          </Box>
          <Button variant="contained" onClick={save} sx={{ mt: 3 }}>
            Save
          </Button>
        </Stack>
        <Typography variant="body2" color="textSecondary">
          Saved in this browser for merchant {tenant.merchant}, {productName(tenant.product)}: choices, counts and
          amounts. Names, numbers of clients, contracts, accounts and IDs, contact details and dates are left out.
        </Typography>
      </Stack>
    </Modal>
  );
}
