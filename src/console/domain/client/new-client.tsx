import { isAccepted } from '#answers/send/results.ts';
import { useWrite } from '#console/domain/outbox/use-write.ts';
import { ItemForm } from '#console/domain/write/item-form.tsx';
import { WriteDialog } from '#console/domain/write/write-dialog.tsx';
import { ClientFields } from './inputs.tsx';

const isNumber = (text: string) => /\d/.test(text) && !/\s/.test(text);

/** Creates a client in a dialog, without leaving the surrounding form. */
export function NewClient(props: {
  /** The search text: the new client's name or number. */
  typed: string;
  onCreated(number: string): void;
  onClose(): void;
}) {
  const { typed, onCreated, onClose } = props;
  const write = useWrite('clientCreate');
  return (
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
  );
}
