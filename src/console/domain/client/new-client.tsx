import type { SyntheticEvent } from 'react';
import { isAccepted } from '#console/api/send/results.ts';
import { ItemForm } from '#console/domain/write/item-form.tsx';
import { WriteDialog } from '#console/domain/write/write-dialog.tsx';
import { useWrite } from '#console/domain/write/write.ts';
import { ClientFields } from './inputs.tsx';

// A portal's events go on to the form that the dialog was opened from, which must not take them for its own.
const stop = (event: SyntheticEvent) => event.stopPropagation();

/** Whether a text is rather a number than a name. */
const isNumber = (text: string) => /\d/.test(text) && !/\s/.test(text);

/** Creates a client in a dialog, while what is being captured for it stays as it is. */
export function NewClient({
  typed,
  onCreated,
  onClose,
}: {
  /** What was looked for: the new client's name, or its number. */
  typed: string;
  onCreated(number: string): void;
  onClose(): void;
}) {
  const write = useWrite('clientCreate');
  return (
    <div role="presentation" onSubmit={stop} onKeyDown={stop} onChange={stop} onBlur={stop}>
      <WriteDialog open title="New client" onClose={onClose}>
        <ItemForm
          operation="clientCreate"
          defaultValues={isNumber(typed) ? { ClientNumber: typed } : { ClientName: typed === '' ? undefined : typed }}
          onSubmit={(item) =>
            write.mutate([item], {
              onSuccess: ({ results }) => {
                if (isAccepted(results)) onCreated(item.ClientNumber);
              },
            })
          }
          submitLabel="Create client"
          write={write}
          onCancel={onClose}
        >
          <ClientFields isNew />
        </ItemForm>
      </WriteDialog>
    </div>
  );
}
