import type { Shown } from '#console/kit/grid/columns.ts';
import type { ColumnKind, ReportSource, Row, View } from '#console/report-engine/protocol.ts';
import type { Layout } from './layout.ts';

/** What stands open under the header of a column, and where on screen. */
export interface Opened {
  /** Which opening this is: browsers report the end of one later, when the next may have begun. */
  opening: number;
  what: 'menu' | 'filter' | 'columns';
  fieldName: string;
  x: number;
  y: number;
}

export interface PopoverProps {
  opened: Opened;
  columns: readonly Shown<Row>[];
  kind: ColumnKind | undefined;
  source: ReportSource;
  view: View;
  onView(view: View): void;
  layout: Layout;
  /** The layout with all widths as they are on screen. */
  frozen: Layout;
  onLayout(layout: Layout): void;
  onOpen(what: Opened['what']): void;
  /** @param isLost the header that had the focus may have gone */
  onClose(isLost: boolean): void;
}

export interface PanelProps extends PopoverProps {
  title: string;
  close(): void;
}
