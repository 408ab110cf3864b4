import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import type { TemplateForm } from '#console/session/form-templates.ts';

const TemplatesDialog = lazy(async () => ({ default: (await import('./templates-dialog.tsx')).TemplatesDialog }));

/** Must be inside the form. */
export function TemplatesButton({ form }: { form: TemplateForm }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} sx={{ justifySelf: 'start', alignSelf: 'start' }}>
        Templates
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <TemplatesDialog form={form} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
