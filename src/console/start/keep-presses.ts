/** A pointer that moves further meant to take the press back. */
const heldWithinPx = 8;

const controls = 'button, a[href], summary, label, [role=button], [role=option], [role=tab], [role^=menuitem]';

interface Press {
  control: HTMLElement;
  x: number;
  y: number;
}

/**
 * Presses a control also where the page moves it away from the pointer before its release, because something above it has just arrived:
 * the browser would report a click of what both lie in, and nothing would happen.
 */
export function keepPresses(): void {
  let press: Press | undefined;
  addEventListener(
    'pointerdown',
    ({ target, clientX: x, clientY: y }) => {
      const control = target instanceof Element ? target.closest<HTMLElement>(controls) : null;
      press = control ? { control, x, y } : undefined;
    },
    { capture: true },
  );
  addEventListener(
    'click',
    (event) => {
      const last = press;
      press = undefined;
      if (!last || !event.isTrusted || event.detail === 0) return;
      const { control, x, y } = last;
      const isOnControl = event.target instanceof Node && control.contains(event.target);
      const isHeld = Math.hypot(event.clientX - x, event.clientY - y) <= heldWithinPx;
      if (isOnControl || !isHeld || !control.isConnected) return;
      event.stopImmediatePropagation();
      control.dispatchEvent(new MouseEvent('click', event));
    },
    { capture: true },
  );
}
