import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { handOverImport } from '#console/session/import-handover.ts';
import type { OperationName } from '#contract/operations.ts';
import { afterPaint } from '#kit/form/shown-first.ts';
import { Hidden } from '#kit/ui/hidden.tsx';
import { MoreMenu, type MenuItem } from '#kit/ui/menu.tsx';
import { useListExport, type ListExport } from './export/use-export.ts';
import { useListView, type ListView } from './views/use-view.tsx';

/** A list's rows as a sheet, to edit many at once. */
export interface ListSheet<Row> {
  /** The operation that edits a record. */
  operation: OperationName;
  /** As text. */
  name: string;
  /** Visible rows that can be edited; may retrieve them first. */
  rows(): readonly Row[] | Promise<readonly Row[]>;
}

export interface ListMenuProps<Row> {
  view?: ListView<Row>;
  file: ListExport<Row>;
  sheet?: ListSheet<Row>;
  items?: readonly MenuItem[];
}

const noView = { list: '', title: '', columns: [] };

/** What is rarely done with a list: its own acts, the file, its columns and views. */
export function ListMenu<Row extends object>({ view, file, sheet, items = [] }: ListMenuProps<Row>) {
  const { href } = useTenant();
  const navigate = useNavigate();
  const anchor = useRef<HTMLSpanElement>(null);
  const [isOpening, setOpening] = useState(false);
  const exported = useListExport(file);
  const shown = useListView<Row>(view ?? noView, anchor);
  const open = async ({ operation, name, rows }: ListSheet<Row>) => {
    setOpening(true);
    try {
      const records = (await rows()) as readonly Readonly<Record<string, unknown>>[];
      handOverImport({ operation, name, records });
      await navigate(href(links.import({ what: operation })));
    } finally {
      setOpening(false);
    }
  };
  const { message, progress } = exported;
  const inSheet: MenuItem[] = sheet
    ? [{ label: 'Edit in a sheet', operation: sheet.operation, act: () => afterPaint(() => void open(sheet)) }]
    : [];
  return (
    <span ref={anchor}>
      <MoreMenu
        name="List menu"
        groups={[[...items, ...inSheet], exported.items, view ? shown.items : []]}
        progress={isOpening ? 'Opening…' : progress}
      />
      {shown.panel}
      {message?.isFault && (
        <Typography role="alert" color="error" variant="body2">
          {message.text}
        </Typography>
      )}
      <Hidden>
        <span role="status">{progress ?? (message?.isFault ? '' : message?.text)}</span>
      </Hidden>
    </span>
  );
}
