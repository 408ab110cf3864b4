import type { Filter } from '#kit/base/grid-source.ts';
import type { ColumnSpec, Row } from '#rules/column.ts';
import type {
  Counting,
  Exported,
  ExportOptions,
  FoundRecords,
  RowGroup,
  GroupBy,
  GroupOptions,
  ColumnJoin,
  ReportState,
  SliceSpec,
  View,
} from './protocol.ts';

export const pageSize = 100;

export interface RowsPage {
  page: number;
  epoch: number;
  rows: readonly Row[];
}

export type Question =
  | { is: 'distinct'; fieldName: string; most: number }
  | ({ is: 'groups'; by: readonly GroupBy[] } & GroupOptions)
  | { is: 'found'; fieldNames: readonly string[]; filters: readonly Filter[]; most?: number }
  | { is: 'export'; options: ExportOptions };

export interface Distinct {
  values: { value: string | null; count: number }[];
  isAll: boolean;
}
export type Reply = Distinct | RowGroup[] | FoundRecords | Exported;

export type ToWorker =
  | {
      is: 'open';
      columns: readonly ColumnSpec[];
      key: string;
      slices: readonly SliceSpec[];
      counting?: Counting;
    }
  /** Without token: the session has ended. */
  | { is: 'token'; id: number; token?: string }
  | { is: 'view'; id: number; view: View }
  | { is: 'join'; join: ColumnJoin }
  /** Pages `from` to `to` are visible, `pages` are missing. */
  | { is: 'visible'; from: number; to: number; pages: readonly number[] }
  | { is: 'question'; id: number; question: Question }
  | { is: 'written'; id: number }
  | { is: 'give up'; id: number }
  | { is: 'retry' }
  | { is: 'cancel' };

export type WorkerState = Omit<ReportState, 'view' | 'isBusy' | 'isJoining'> & {
  viewId: number;
  /** Changes when rows may have moved. */
  epoch: number;
};

export type ToPage =
  /** With the visible pages if rows moved, so that count and rows always match. */
  | { is: 'state'; state: WorkerState; pages: readonly RowsPage[] }
  | { is: 'page'; page: RowsPage }
  | { is: 'token'; id: number; refused?: string }
  | { is: 'answer'; id: number; reply: Reply }
  | { is: 'fault'; id: number; message: string }
  | { is: 'piece'; id: number; bytes: Uint8Array };
