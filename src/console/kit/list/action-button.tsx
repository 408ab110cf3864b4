import Button, { type ButtonProps } from '@mui/material/Button';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useForbidden } from '#console/api/permission.ts';
import type { OperationName } from '#contract/operations.ts';

type Props = Pick<
  ButtonProps,
  'variant' | 'color' | 'size' | 'sx' | 'onClick' | 'children' | 'loading' | 'disabled' | 'startIcon' | 'aria-label'
> & { operation: OperationName; to?: string };

/**
 * A button that begins an operation. Where the sign-in does not include it, the button stays in its place, cannot be
 * pressed and says why, so that nobody types a form that will be refused.
 */
export function ActionButton({ operation, to, ...rest }: Props) {
  const id = useId();
  const why = useForbidden(operation);
  if (!why) return <Button {...rest} {...(to === undefined ? {} : { component: Link, to })} />;
  return (
    <span title={why}>
      <Button {...rest} disabled aria-describedby={id} />
      <span id={id} hidden>
        {why}
      </span>
    </span>
  );
}
