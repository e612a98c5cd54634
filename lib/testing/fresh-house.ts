// Before each test file: files share a process, and each begins with a console that no other has touched.
import { bareHouse, setHouse } from './house.ts';

setHouse(bareHouse());
