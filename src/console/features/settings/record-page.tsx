import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { Missing } from '#console/domain/missing.tsx';
import { Page } from '#kit/ui/page.tsx';
import { ReadState, type Read } from './list-page.tsx';

interface Props<Row extends { Name: string }> {
  noun: string;
  id: string;
  /** `Client ID collector`. */
  lead: string;
  /** `has this client ID`. */
  where: string;
  list: { label: string; path: string };
  read: Read<unknown>;
  record: Row | undefined;
  actions?: ReactNode;
  children(record: Row): ReactNode;
}

/** One record of the settings, found in the answer with all of them. */
export function SettingsRecordPage<Row extends { Name: string }>(props: Props<Row>) {
  const { noun, id, lead, where, list, read, record, actions, children } = props;
  const { href } = useTenant();
  const to = href(list.path);
  return (
    <Page
      title={record?.Name ?? (read.isPending ? '' : id)}
      back={{ to, label: list.label }}
      lead={record && lead}
      actions={record && actions}
    >
      <ReadState read={read} rows={4} />
      {read.data !== undefined && !record && (
        <Missing what={noun} where={where} list={{ label: `Go to ${list.label}`, to }} />
      )}
      {record && <Box sx={{ display: 'grid', gap: 2, maxWidth: 720 }}>{children(record)}</Box>}
    </Page>
  );
}
