import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSettingsChange } from '#console/api/settings.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { MessageTemplate, Organisation } from '#contract/settings-records.ts';
import { RowMenu } from '#kit/ui/menu.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { TemplateForm } from './template-form.tsx';
import { templateStatuses } from './texts.ts';

export function Templates({ organisation, mayChange }: { organisation: Organisation; mayChange: boolean }) {
  const { Code, Templates: templates } = organisation;
  const remove = useSettingsChange('templateRemove');
  const [edited, setEdited] = useState<MessageTemplate | 'new'>();
  return (
    <>
      {remove.error && <ErrorState error={remove.error} />}
      {templates.length === 0 && <Muted>None yet.</Muted>}
      {templates.length > 0 && (
        <PlainTable
          label="Templates"
          columns={[
            { label: 'Name', isHead: true },
            { label: 'Text', isWide: true },
            { label: 'Status' },
            ...(mayChange ? [{ label: 'Actions' }] : []),
          ]}
          rows={templates.map((it) => ({
            key: `${it.Name} ${it.Language}`,
            cells: [
              <>
                {it.Name}
                <small>{it.Language}</small>
              </>,
              it.Text,
              templateStatuses[it.Status],
              ...(mayChange
                ? [
                    <RowMenu
                      key="actions"
                      name={`Actions of ${it.Name} (${it.Language})`}
                      items={[
                        { label: 'Edit', act: () => setEdited(it) },
                        {
                          label: 'Remove',
                          isDanger: true,
                          act: () =>
                            remove.mutate({ path: { organisation: Code, name: it.Name, language: it.Language } }),
                        },
                      ]}
                    />,
                  ]
                : []),
            ],
          }))}
        />
      )}
      {mayChange && (
        <div>
          <Button size="small" onClick={() => setEdited('new')}>
            Add a template
          </Button>
        </div>
      )}
      {edited && (
        <TemplateForm
          organisation={Code}
          template={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
