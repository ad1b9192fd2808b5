// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// A token for tests: anyone mints. `twice` pays two people in one transaction; `transfer` to oneself of zero is allowed.
contract TestToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    string public constant name = "Test USD";
    string public constant symbol = "TUSD";
    uint8 public constant decimals = 6;

    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) public returns (bool) {
        require(balanceOf[msg.sender] >= value, "not enough");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function twice(address a, uint256 x, address b, uint256 y) external {
        transfer(a, x);
        transfer(b, y);
    }
}
