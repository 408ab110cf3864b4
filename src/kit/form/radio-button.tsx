import type { ReactNode } from 'react';
import { CheckLabel } from './check-box.tsx';

/** One of several with the same `name`. */
export const RadioButton = (props: { name: string; label: ReactNode; isOn: boolean; onChoose: () => void }) => (
  <CheckLabel>
    <input type="radio" name={props.name} checked={props.isOn} onChange={props.onChoose} />
    {props.label}
  </CheckLabel>
);
