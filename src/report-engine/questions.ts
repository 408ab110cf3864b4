import type { ReportColumns } from '#answers/report/columns.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import type { CountedRows } from './counted-rows.ts';
import { filteredRows } from './filter.ts';
import { distinctOf, groupsOf } from './groups.ts';
import type { Question, Reply } from './messages.ts';
import type { PageFilter, SumSpec } from './protocol.ts';
import { allRows } from './rows.ts';
import { inTurns } from './work.ts';

/**
 * @param all the rows that count
 * @param shown returns the rows of the view
 */
export async function answerTo(
  question: Exclude<Question, { is: 'export' }>,
  columns: ReportColumns,
  all: CountedRows,
  shown: () => Uint32Array,
  sum: SumSpec | undefined,
): Promise<Reply> {
  const everyRow = async () => {
    const { rows, count } = await inTurns(all.inOrder());
    return rows ?? allRows(count);
  };
  const rowsOf = async (filters: readonly Filter[], pageFilter?: PageFilter) =>
    inTurns(filteredRows(columns, await everyRow(), { search: '', filters, pageFilter }));
  switch (question.is) {
    case 'distinct':
      return inTurns(distinctOf(columns, await everyRow(), question.fieldName, question.most));
    case 'groups': {
      const { by, hasSums, filters, least, pageFilter, most = Infinity } = question;
      const rows = filters ? await rowsOf(filters, pageFilter) : shown();
      return (await inTurns(groupsOf(columns, rows, by, hasSums ? sum : undefined, least))).slice(0, most + 1);
    }
    case 'found': {
      const rows = await rowsOf(question.filters);
      const picked = question.fieldNames.flatMap((fieldName) => columns.column(fieldName) ?? []);
      return {
        rows: [...rows.subarray(0, question.most)].map((row) => columns.rowAt(row, picked)),
        count: rows.length,
      };
    }
  }
}
