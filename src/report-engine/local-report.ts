import { ReportColumns } from '#answers/report/columns.ts';
import { setTransactionTypes } from '#answers/transaction-kind.ts';
import { CountedRows } from './counted-rows.ts';
import { SliceLoader } from './loader.ts';
import type { Reply } from './messages.ts';
import type {
  FoundRecords,
  RowGroup,
  LeftOutRows,
  ReportSource,
  ReportSpec,
  SliceRead,
  SliceStatus,
} from './protocol.ts';
import { answerTo } from './questions.ts';
import { allRows } from './rows.ts';
import { inTurns } from './work.ts';

/** A slice that failed, in the service's words if it said any. */
class SliceError extends Error {
  override readonly name = 'SliceError';
  readonly slice: SliceStatus;
  constructor(slice: SliceStatus) {
    super(slice.reason?.message ?? 'The report could not be read.');
    this.slice = slice;
  }
}

/** A report read whole in this thread, for a worker that makes files of several reports. It answers like `ReportSource`. */
export class LocalReport implements Pick<ReportSource, 'groups' | 'found'> {
  readonly columns: ReportColumns;
  private readonly counted: CountedRows;
  private readonly sum: ReportSpec['sum'];
  private leftOut: LeftOutRows = { otherDays: 0, repeated: 0 };

  private constructor(
    { columns, slices, sum, day, names, types }: ReportSpec,
    into: (local: LocalReport) => SliceLoader,
  ) {
    this.columns = new ReportColumns(columns);
    this.sum = sum;
    this.counted = new CountedRows(this.columns, into(this).rows, slices, { sum, day, names, types });
    if (types) setTransactionTypes(types);
  }

  /** @throws SliceError if any slice fails or breaks off */
  static async read(spec: ReportSpec, read: SliceRead): Promise<LocalReport> {
    let ended = () => {};
    const end = new Promise<void>((resolve) => (ended = resolve));
    let loader: SliceLoader | undefined;
    const local = new LocalReport(spec, ({ columns }) => {
      loader = new SliceLoader(columns, spec.key, spec.slices, {
        read,
        token: spec.token,
        hasRows: () => true,
        changed: () => loader?.isIdle && ended(),
      });
      return loader;
    });
    loader?.load();
    await end;
    const broken = loader?.slices.find(({ state }) => state === 'failed' || state === 'cut');
    if (broken) throw new SliceError(broken);
    local.leftOut = (await inTurns(local.counted.inOrder())).leftOut;
    return local;
  }

  getSnapshot = () => ({ leftOut: this.leftOut });

  /** Those that count, in the order of the slices. */
  async rows(): Promise<Uint32Array> {
    const { rows, count } = await inTurns(this.counted.inOrder());
    return rows ?? allRows(count);
  }

  groups: ReportSource['groups'] = (by, options) =>
    this.answer({ is: 'groups', by, ...options }) as Promise<RowGroup[]>;

  found: ReportSource['found'] = (fieldNames, filters, most) =>
    this.answer({ is: 'found', fieldNames, filters, most }) as Promise<FoundRecords>;

  private async answer(question: Parameters<typeof answerTo>[0]): Promise<Reply> {
    const rows = await this.rows();
    return answerTo(question, this.columns, this.counted, () => rows, this.sum);
  }
}
