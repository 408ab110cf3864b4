import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { unknownAmong } from '#answers/statuses.ts';
import { codeLabel } from '#console/api/code-labels.ts';
import { useTenant } from '#console/api/tenant.ts';
import { Card } from '#console/domain/card.tsx';
import { sumText } from '#console/domain/collections/day-groups.ts';
import { useFigures } from '#console/domain/collections/report-figures.ts';
import { links } from '#console/domain/links.ts';
import { unknownText } from '#console/model/statuses.ts';
import { useToday } from '#console/session/today.ts';
import { daysOf } from '#kit/dates/ranges.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { countText, formatCount } from '#kit/ui/sums.ts';
import type { ReportSource } from '#report-engine/protocol.ts';
import { addUp, type Sum } from '#rules/sums.ts';
import { inRange, isUnpaid } from './changes.ts';
import { useTwoMonths } from './reads.ts';

const most = 6;

interface Reason extends Sum {
  code: string;
}

async function askReasons(source: ReportSource): Promise<{ reasons: Reason[]; unknown: string[] }> {
  const [statuses, groups] = await Promise.all([
    source.groups([{ fieldName: 'InstalmentStatus' }], { filters: [] }),
    source.groups([{ fieldName: 'InstalmentResult' }], {
      hasSums: true,
      filters: [{ fieldName: 'InstalmentStatus', kind: 'oneOf', values: ['UNPAID'] }],
    }),
  ]);
  return {
    reasons: groups
      .map(({ keys: [code], count, sums }) => ({ code: code ?? '', count, cents: sums[0]?.cents ?? null }))
      .toSorted((one, other) => other.count - one.count),
    unknown: unknownAmong(statuses.map(({ keys: [status] }) => status)),
  };
}

/** Debits returned this month, according to the transactions; undefined if unknown. */
function useReturned(): { isLoading: boolean; returned?: number } {
  const { now, read } = useTwoMonths();
  if (!read.data) return { isLoading: read.isLoading };
  const groups = inRange(read.data.groups, now);
  const { count } = addUp(groups.filter((it) => isUnpaid(it.status)));
  const isKnown = count > 0 || unknownAmong(groups.map((it) => it.status)).length === 0;
  return { isLoading: false, ...(isKnown && { returned: count }) };
}

/** A note on returned debits without a known reason. */
function unexplainedText(returned: number | undefined, explained: number): string {
  if (returned === undefined) return explained === 0 ? 'No reasons are known.' : '';
  const count = returned - explained;
  if (count <= 0) return explained === 0 ? 'No debits were returned.' : '';
  const debits = explained === 0 ? countText(count, ['debit', 'debits']) : `${formatCount(count)} more`;
  return `${debits} ${count === 1 ? 'was' : 'were'} returned; the reasons are not known.`;
}

/** Reasons are not in the transactions but in the instalments' changes. */
export function ReasonsCard() {
  const { href } = useTenant();
  const read = useFigures('omni-instalment-changes', daysOf('this-month', useToday()), ['reasons'], askReasons);
  const { reasons, unknown } = read.data ?? { reasons: [], unknown: [] };
  const { isLoading, returned } = useReturned();
  const unexplained = unexplainedText(returned, addUp(reasons).count);
  const highest = Math.max(1, ...reasons.map((it) => it.count));
  const linkTo = (code: string) =>
    `${href(links.reports('omni-instalment-changes', { range: 'this-month', where: 'InstalmentStatus:oneOf:UNPAID' }))}&where=${encodeURIComponent(`InstalmentResult:oneOf:${code || '%'}`)}`;
  return (
    <Card
      title="Why debits were returned this month"
      read={{ ...read, isLoading: read.isLoading || isLoading }}
      minHeight={120}
    >
      {reasons.length === 0 ? (
        <Typography color="textSecondary">
          {unknown.length > 0 && !returned ? unknownText(unknown) : unexplained}
        </Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
          {reasons.slice(0, most).map(({ code, ...sum }) => (
            <li key={code}>
              <Box sx={{ display: 'flex', columnGap: 2, flexWrap: 'wrap', justifyContent: 'space-between' }}>
                <Link component={RouterLink} to={linkTo(code)}>
                  {code ? (codeLabel('InstalmentResult', code) ?? code) : 'No reason given'}
                </Link>
                <span>
                  {formatCount(sum.count)}, {sumText(sum)}
                </span>
              </Box>
              <Box component="svg" aria-hidden sx={{ display: 'block', width: 1, height: 6, color: 'error.main' }}>
                <rect width={`${(100 * sum.count) / highest}%`} height={6} rx={2} fill="currentColor" />
              </Box>
            </li>
          ))}
        </Box>
      )}
      {reasons.length > 0 && unexplained && <Muted sx={{ mt: 1 }}>{unexplained}</Muted>}
      {reasons.length > most && <Muted sx={{ mt: 1 }}>And {reasons.length - most} more reasons.</Muted>}
    </Card>
  );
}
