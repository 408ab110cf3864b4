import type { DateText } from '../../rules/calendar.ts';
import { GridFrame } from './grid-frame.ts';
import type { Omni } from './omni-instalments.ts';
import { OmniRow } from './omni-row.tsx';

/**
 * The instalments of a contract, in their own order, so that a moved date moves no row. A table and no grid: a row that is
 * being typed into is higher than the others, and Tab goes from its date to its amount.
 */
export function OmniTable({
  contract,
  list,
  today,
  onCancel,
  onMore,
}: {
  contract: number;
  list: readonly Omni[];
  today: DateText;
  onCancel(it: Omni): void;
  onMore(it: Omni): void;
}) {
  return (
    <GridFrame
      role="region"
      tabIndex={0}
      aria-label="Omni instalments"
      data-short=""
      style={{ containerType: 'inline-size' }}
    >
      <table aria-label="Omni instalments" style={{ minWidth: 860 }}>
        <colgroup>
          <col style={{ width: 64 }} />
          <col />
          <col style={{ width: 140 }} />
          <col style={{ width: 150 }} />
          <col style={{ width: 260 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" data-align="right">
              No.
            </th>
            <th scope="col">Collection date</th>
            <th scope="col" data-align="right">
              Amount
            </th>
            <th scope="col">Status</th>
            <th scope="col" data-align="right">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((it) => (
            <OmniRow
              key={it.InstalmentSequence}
              contract={contract}
              it={it}
              today={today}
              onCancel={onCancel}
              onMore={onMore}
            />
          ))}
        </tbody>
      </table>
    </GridFrame>
  );
}
