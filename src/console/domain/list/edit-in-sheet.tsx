import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { handOverImport } from '#console/session/import-handover.ts';
import type { OperationName } from '#contract/operations.ts';
import { afterPaint } from '#kit/form/shown-first.ts';
import { ActionButton } from '#kit/list/action-button.tsx';

interface Props<Row> {
  /** The operation that edits a record. */
  operation: OperationName;
  /** As text. */
  name: string;
  /** Visible rows that can be edited; may retrieve them first. */
  rows(): readonly Row[] | Promise<readonly Row[]>;
}

/** Opens a list's rows as a sheet, to edit many at once. */
export function EditInSheet<Row extends object>({ operation, name, rows }: Props<Row>) {
  const { href } = useTenant();
  const navigate = useNavigate();
  const [isReading, setReading] = useState(false);
  const open = async () => {
    setReading(true);
    try {
      const records = (await rows()) as readonly Readonly<Record<string, unknown>>[];
      handOverImport({ operation, name, records });
      await navigate(href(links.import({ what: operation })));
    } finally {
      setReading(false);
    }
  };
  return (
    <ActionButton
      operation={operation}
      variant="outlined"
      loading={isReading}
      onClick={() => afterPaint(() => void open())}
    >
      Edit in a sheet
    </ActionButton>
  );
}
