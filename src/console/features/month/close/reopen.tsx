import { ReasonDialog } from '#console/kit/form/reason-dialog.tsx';

interface Props {
  name: string;
  reopen(reason: string): Promise<unknown>;
  onClose(): void;
}

export const ReopenDialog = ({ name, reopen, onClose }: Props) => (
  <ReasonDialog
    title={`Reopen ${name}?`}
    text="The close and its signature are kept. The reason is kept with them."
    action="Reopen"
    saving="Reopening…"
    maxLength={500}
    send={reopen}
    onClose={onClose}
  />
);
