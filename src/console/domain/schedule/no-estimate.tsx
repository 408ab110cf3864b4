import Typography from '@mui/material/Typography';
import { fieldLabel } from '#console/domain/write/difference.ts';
import { faultText } from '#kit/form/fault-text.ts';
import { Notice } from '#kit/ui/notice.tsx';
import type { Unestimated } from './terms.ts';

/** Why there is no estimate. */
export function NoEstimate({ why }: { why: Unestimated }) {
  if (why.kind === 'waiting') {
    const [one, other] = why.missing;
    return (
      <Typography color="textSecondary">
        Fill in {one && !other ? fieldLabel(one).toLowerCase() : `the ${why.missing.length} fields`} to see the
        schedule.
      </Typography>
    );
  }
  if (why.kind === 'unknown')
    return (
      <Notice tone="info">
        Dates and amounts cannot be estimated for {fieldLabel(why.fieldName).toLowerCase()} {why.code}. They are shown
        once it is created.
      </Notice>
    );
  return <Notice tone="warning">{faultText({ Field: why.field, Code: '', Message: why.message })}</Notice>;
}
