/** The encryption of the values in sealed columns, which the Safe Client finds as a service. */
package io.dartagnan.sealed;
