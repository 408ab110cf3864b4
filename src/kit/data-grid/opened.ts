import type { GridSource, GridView } from '#kit/base/grid-source.ts';
import type { ShownColumn } from '#kit/grid/columns.ts';
import type { ColumnKind, Row } from '#rules/column.ts';
import type { Layout } from './layout.ts';

export interface OpenedPopover {
  /** Browsers report a close late, when the next may have opened. */
  opening: number;
  what: 'menu' | 'filter' | 'columns';
  fieldName: string;
  x: number;
  y: number;
}

export interface GridPopoverProps {
  opened: OpenedPopover;
  columns: readonly ShownColumn<Row>[];
  kind: ColumnKind | undefined;
  source: GridSource;
  view: GridView;
  onView(view: GridView): void;
  layout: Layout;
  /** With all widths as on screen. */
  frozen: Layout;
  onLayout(layout: Layout): void;
  onOpen(what: OpenedPopover['what']): void;
  /** @param isLost the header that had the focus may be gone */
  onClose(isLost: boolean): void;
}

export interface PanelProps extends GridPopoverProps {
  title: string;
  close(): void;
}

export type ColumnPanelProps = Pick<PanelProps, 'layout' | 'onLayout' | 'title' | 'close'> & {
  columns: readonly Pick<ShownColumn<Row>, 'fieldName' | 'label' | 'width'>[];
};
