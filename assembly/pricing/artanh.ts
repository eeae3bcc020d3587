/** Hot (bench question: kernels). */
import { constant, madd, mul } from "../lanes";
import { ARTANH } from "./bachelier-table";

/** artanh(zeta) / zeta for zeta^2 <= HIGHEST_ZETA2 of bachelier.ts. */
export function artanhOverArgument<T>(zeta2: T): T {
  const zeta4 = mul(zeta2, zeta2);
  let even = madd(constant<T>(ARTANH + 64), zeta4, constant<T>(ARTANH + 48));
  let odd = madd(constant<T>(ARTANH + 72), zeta4, constant<T>(ARTANH + 56));
  even = madd(even, zeta4, constant<T>(ARTANH + 32));
  odd = madd(odd, zeta4, constant<T>(ARTANH + 40));
  even = madd(even, zeta4, constant<T>(ARTANH + 16));
  odd = madd(odd, zeta4, constant<T>(ARTANH + 24));
  even = madd(even, zeta4, constant<T>(ARTANH));
  odd = madd(odd, zeta4, constant<T>(ARTANH + 8));
  return madd(odd, zeta2, even);
}
