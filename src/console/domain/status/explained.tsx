import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { Link as RouterLink } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { DropDown } from '#kit/ui/drop-down.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { statusLabel, StatusMark } from '#kit/ui/status.tsx';
import { meaningOf } from './meanings.ts';

interface Props {
  fieldName: string;
  value: string;
  label?: string;
}

/** A status that says, when opened, what it means and what comes next. */
export function ExplainedStatus({ fieldName, value, label = statusLabel(fieldName, value) }: Props) {
  const { href } = useTenant();
  return (
    <DropDown
      label={<StatusMark value={value} label={label} />}
      aria-label={`${label}: what it means`}
      title={`What “${label}” means`}
      role="dialog"
      color="inherit"
      endIcon={<Icon name="info" size={16} />}
      sx={{
        p: 0,
        minWidth: 0,
        minHeight: { xs: 44, sm: 24 },
        my: { xs: -1, sm: 0 },
        border: 0,
        color: 'text.secondary',
        '& > .MuiButton-endIcon': { ml: 0.5, mr: 0 },
      }}
    >
      {() => {
        const { topic, text } = meaningOf(fieldName, value);
        return (
          <Stack spacing={1} sx={{ p: 1 }}>
            <span>{text}</span>
            <Link component={RouterLink} to={href(links.limits(topic))}>
              All statuses
            </Link>
          </Stack>
        );
      }}
    </DropDown>
  );
}
