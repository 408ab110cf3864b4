import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { links } from '../../domain/links.ts';
import { useTenant } from '../../api/tenant.ts';
import type { ReportSource } from '../../report-engine/protocol.ts';
import { sumText, type Sum } from '../../domain/collections/day-groups.ts';
import { show } from '../../kit/ui/format.tsx';
import { Card } from '../../kit/ui/card.tsx';
import { daysOf } from '../../kit/dates/ranges.ts';
import { useFigures } from '../../domain/collections/report-figures.ts';
import { unknownAmong, unknownText } from '../../domain/statuses.ts';
import { useToday } from '../../session/today.ts';
import { whole } from '../../kit/ui/sums.ts';

/** Reasons that are shown; the rest stands behind the link. */
const most = 6;

interface Reason extends Sum {
  code: string;
}

async function askReasons(source: ReportSource): Promise<{ reasons: Reason[]; unknown: string[] }> {
  const [statuses, groups] = await Promise.all([
    source.groups([{ fieldName: 'InstalmentStatus' }], undefined, []),
    source.groups([{ fieldName: 'InstalmentResult' }], 'InstalmentAmount', [
      { fieldName: 'InstalmentStatus', kind: 'oneOf', values: ['UNPAID'] },
    ]),
  ]);
  return {
    reasons: groups
      .map(({ keys: [code], count, cents }) => ({ code: code ?? '', count, cents }))
      .toSorted((one, other) => other.count - one.count),
    unknown: unknownAmong(statuses.map(({ keys: [status] }) => status)),
  };
}

/** Why debits came back this month. Transactions have no reasons: they stand in the instalments' changes. */
export function ReasonsCard() {
  const { href } = useTenant();
  const read = useFigures('omni-instalment-changes', daysOf('this-month', useToday()), ['reasons'], askReasons);
  const { reasons, unknown } = read.data ?? { reasons: [], unknown: [] };
  const highest = Math.max(1, ...reasons.map((it) => it.count));
  const linkTo = (code: string) =>
    `${href(links.reports('omni-instalment-changes', { range: 'this-month', where: 'InstalmentStatus:oneOf:UNPAID' }))}&where=${encodeURIComponent(`InstalmentResult:oneOf:${code || '%'}`)}`;
  return (
    <Card
      title="Why debits were returned this month"
      more={{ to: href(links.unpaid({ range: 'this-month' })), label: 'Follow up' }}
      read={read}
      minHeight={120}
    >
      {reasons.length === 0 ? (
        <Typography color="textSecondary">
          {unknown.length > 0 ? unknownText(unknown) : 'No debits were returned.'}
        </Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
          {reasons.slice(0, most).map(({ code, ...sum }) => (
            <li key={code}>
              <Box sx={{ display: 'flex', columnGap: 2, flexWrap: 'wrap', justifyContent: 'space-between' }}>
                <Link component={RouterLink} to={linkTo(code)}>
                  {code ? show('InstalmentResult', code) : 'No reason given'}
                </Link>
                <span>
                  {whole(sum.count)}, {sumText(sum)}
                </span>
              </Box>
              <Box component="svg" aria-hidden sx={{ display: 'block', width: 1, height: 6, color: 'error.main' }}>
                <rect width={`${(100 * sum.count) / highest}%`} height={6} rx={2} fill="currentColor" />
              </Box>
            </li>
          ))}
        </Box>
      )}
      {reasons.length > most && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          And {reasons.length - most} more reasons.
        </Typography>
      )}
    </Card>
  );
}
