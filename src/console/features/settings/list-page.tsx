import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useState, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { CallError } from '#console/api/errors.ts';
import { useTenant } from '#console/api/tenant.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Page } from '#kit/ui/page.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { SettingsTabs } from './tabs.tsx';

/** An answer of `useSettings`. */
export interface Read<Data> {
  data: Data | undefined;
  error: CallError | null;
  isPending: boolean;
  refetch(): Promise<unknown>;
}

export function ReadState({ read, rows }: { read: Read<unknown>; rows: number }) {
  return (
    <>
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.isPending && <Skeletons rows={rows} />}
    </>
  );
}

interface Props<Data> {
  tab: string;
  read: Read<Data>;
  /** Why this person can't change them. */
  notice?: string | false;
  /** What this person may add. */
  add?: { label: string; form(onClose: () => void, data: Data): ReactNode } | false;
  /** Above the list. */
  top?: ReactNode;
  children(data: Data): ReactNode;
}

/** One tab of the settings with all records of a kind. */
export function SettingsListPage<Data>({ tab, read, notice, add, top, children }: Props<Data>) {
  const { data } = read;
  const [isAdding, setAdding] = useState(false);
  return (
    <Page
      title="Settings"
      tab={tab}
      tabs={<SettingsTabs />}
      actions={
        add && (
          <Button variant="contained" onClick={() => setAdding(true)}>
            {add.label}
          </Button>
        )
      }
    >
      {notice && <Notice tone="info">{notice}</Notice>}
      {top}
      <ReadState read={read} rows={4} />
      {data !== undefined && children(data)}
      {add && isAdding && data !== undefined && add.form(() => setAdding(false), data)}
    </Page>
  );
}

/** The name of a record, with what it is called by elsewhere. */
export function NameLink({ to, name, code }: { to: string; name: string; code?: string }) {
  const { href } = useTenant();
  return (
    <>
      <Link component={RouterLink} to={href(to)}>
        {name}
      </Link>
      {code && <small>{code}</small>}
    </>
  );
}
