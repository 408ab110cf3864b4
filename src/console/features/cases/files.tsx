import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { attachmentsOf } from './attachments.ts';

/** Files are hosted elsewhere, so each shows its address before it is opened. */
export function CaseFiles({ attachment }: { attachment: unknown }) {
  const files = attachmentsOf(attachment);
  if (files === undefined) return <Typography color="textSecondary">Not available</Typography>;
  if (files.length === 0) return <Typography color="textSecondary">None</Typography>;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {files.map(({ name, link, address, why }, index) => (
        // Names may repeat; the order never changes.
        <Box component="li" key={index} sx={{ overflowWrap: 'anywhere' }}>
          {link ? (
            <>
              <Link href={link.href} target="_blank" rel="noopener noreferrer" underline="always">
                {name}
              </Link>
              <Typography component="span" variant="body2" color="textSecondary">
                {' '}
                on {link.host}, opens in a new tab
              </Typography>
            </>
          ) : (
            <>
              {name}
              <Typography component="div" variant="body2" color="textSecondary">
                {why} {address}
              </Typography>
            </>
          )}
        </Box>
      ))}
    </Box>
  );
}
