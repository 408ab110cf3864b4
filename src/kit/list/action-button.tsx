import Button, { type ButtonProps } from '@mui/material/Button';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { host, type KitOperations } from '#kit/host.ts';

type Props = Pick<
  ButtonProps,
  | 'variant'
  | 'color'
  | 'size'
  | 'sx'
  | 'onClick'
  | 'children'
  | 'loading'
  | 'disabled'
  | 'startIcon'
  | 'aria-label'
  | 'aria-describedby'
> & { operation: keyof KitOperations; to?: string };

/**
 * A button for an operation. Without the permission it is disabled and says why, before a form is filled in for
 * nothing.
 */
export function ActionButton({ operation, to, ...rest }: Props) {
  const id = useId();
  const why = host.useForbidden(operation);
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
