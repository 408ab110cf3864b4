import Button from '@mui/material/Button';
import { useState } from 'react';
import type { TemplateFormName } from '#console/session/form-templates.ts';
import { later } from '#kit/ui/later.tsx';

const TemplatesDialog = later(async () => (await import('./templates-dialog.tsx')).TemplatesDialog);

/** Must be inside the form. */
export function TemplatesButton({ form }: { form: TemplateFormName }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} sx={{ justifySelf: 'start', alignSelf: 'start' }}>
        Templates
      </Button>
      {isOpen && <TemplatesDialog form={form} onClose={() => setOpen(false)} />}
    </>
  );
}
